import Testing
import VerificationCore
import VerificationTesting

@Suite("Rules: how events are counted")
struct SlotCountsTests {
    private static let start = Timestamp(seconds: 1_767_225_600)
    private static let three = RateLimit(3, per: .seconds(60))

    @Test("as the table beside the rules says")
    func table() {
        var counts = SlotCounts()
        func at(_ milliseconds: Int) -> Timestamp { Self.start + .milliseconds(milliseconds) }
        for (moment, kept) in [(10_200, "10: 1"), (10_900, "10: 2"), (30_500, "10: 2, 30: 1")] {
            #expect(counts.wait(for: [Self.three], at: at(moment)) == nil)
            counts.count(in: [Self.three], at: at(moment))
            #expect(counts.words == kept)
        }
        #expect(counts.wait(for: [Self.three], at: at(70_900))?.until == at(71_000))
        #expect(counts.wait(for: [Self.three], at: at(70_999))?.until == at(71_000))
        #expect(counts.wait(for: [Self.three], at: at(71_000)) == nil)
        counts.count(in: [Self.three], at: at(71_000))
        #expect(counts.words == "30: 1, 71: 1")
        counts.takeBack(in: [Self.three], countedAt: at(30_500))
        #expect(counts.words == "71: 1")
        #expect(counts.remaining(of: Self.three, at: at(75_000)) == 2)
    }

    @Test("of several windows all must admit, the longest wait is told, and windows of one length share their counts")
    func windows() {
        let limits = [
            RateLimit(2, per: .seconds(60)), RateLimit(3, per: .seconds(600)), RateLimit(4, per: .seconds(60)),
        ]
        var counts = SlotCounts()
        counts.count(2, in: limits, at: Self.start)
        #expect(counts.slots.map(\.events) == [2, 2])
        #expect(counts.wait(for: limits, at: Self.start)?.limit == limits[0])
        counts.count(in: limits, at: Self.start + .seconds(61))
        let wait = counts.wait(for: limits, at: Self.start + .seconds(61))
        #expect(wait?.limit == limits[1] && wait?.until == Self.start + .seconds(610))
    }

    @Test("a change of an app's windows mixes no counts, and a window that comes back knows what it has counted")
    func changedSettings() {
        let (minutes, day) = (RateLimit(1, per: .seconds(600)), RateLimit(1, per: .seconds(86_400)))
        var counts = SlotCounts()
        counts.count(in: [day], at: Self.start)
        #expect(counts.wait(for: [minutes], at: Self.start) == nil)
        counts.count(in: [minutes], at: Self.start)
        #expect(counts.wait(for: [minutes], at: Self.start)?.until == Self.start + .seconds(610))
        #expect(counts.wait(for: [day], at: Self.start + .seconds(700))?.until == Self.start + .seconds(87_840))
    }

    @Test(
        "never more than the number in any window, and never refused where a plain log, widened by a slot, would admit",
        arguments: 0..<200)
    func againstLog(round: Int) {
        var random = SeededRandom(seed: SeededRandom.seedOfRun() &+ UInt64(round))
        let limits = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            RateLimit(.random(in: 1...9, using: &random), per: .seconds(Int.random(in: 1...2_000, using: &random)))
        }
        var log = PlainLog(limits: limits)
        var counts = SlotCounts()
        var now = Self.start + .microseconds(Int64.random(in: 0...100_000_000, using: &random))
        for _ in 0..<150 {
            let slot = limits[0].interval / 60
            now = now + slot * Int.random(in: 0...(Bool.random(using: &random) ? 2 : 30), using: &random)
            now = now + .microseconds(Int64.random(in: 0...1_000, using: &random))
            if let event = log.events.randomElement(using: &random), Int.random(in: 0..<6, using: &random) == 0 {
                counts.takeBack(in: limits, countedAt: event)
                log.takeBack(event)
            }
            guard let wait = counts.wait(for: limits, at: now) else {
                counts.count(in: limits, at: now)
                log.events.append(now)
                #expect(log.isKept, "seed \(random.seed), round \(round)")
                continue
            }
            #expect(!log.wouldAdmitWidened(at: now), "seed \(random.seed), round \(round)")
            #expect(counts.wait(for: limits, at: wait.until + .microseconds(-1)) != nil)
            if Bool.random(using: &random) { now = wait.until }
        }
    }

    @Test("what is taken back leaves the counts as if the event had never been", arguments: 0..<100)
    func takeBack(round: Int) {
        var random = SeededRandom(seed: SeededRandom.seedOfRun() &+ UInt64(round))
        let limits = [RateLimit(1_000, per: .seconds(600)), RateLimit(1_000, per: .seconds(3_600))]
        let events = (0..<40).map { _ in Self.start + .milliseconds(Int64.random(in: 0...500_000, using: &random)) }
        let taken = Set((0..<20).map { _ in Int.random(in: events.indices, using: &random) })
        var (all, kept) = (SlotCounts(), SlotCounts())
        for (number, event) in events.enumerated() {
            all.count(in: limits, at: event)
            if !taken.contains(number) { kept.count(in: limits, at: event) }
        }
        for number in taken.shuffled(using: &random) { all.takeBack(in: limits, countedAt: events[number]) }
        #expect(all == kept, "seed \(random.seed)")
        all.takeBack(in: limits, countedAt: Self.start + .seconds(100_000))
        #expect(all == kept)
    }

    @Test("an event that is written down after later ones takes its place before them")
    func outOfOrder() {
        var counts = SlotCounts()
        for second in [30, 10, 20] { counts.count(in: [Self.three], at: Self.start + .seconds(second)) }
        #expect(counts.words == "10: 1, 20: 1, 30: 1")
        #expect(counts.wait(for: [Self.three], at: Self.start + .seconds(30))?.until == Self.start + .seconds(71))
    }

    @Test("no number in a row ends the process")
    func damagedRows() {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        let edges: [Int64] = [.min, -1, 0, 1, 60, Int64(Int32.max), .max / 1_000_000, .max]
        for _ in 0..<20_000 {
            func number() -> Int64 {
                Bool.random(using: &random)
                    ? edges.randomElement(using: &random) ?? 0 : Int64.random(in: .min ... .max, using: &random)
            }
            var counts = SlotCounts(
                (0..<3).compactMap { _ in Slot(seconds: number(), number: number(), events: number()) })
            let moment = Timestamp(microseconds: number())
            let limits = [RateLimit(3, per: .seconds(60)), RateLimit(1, per: .seconds(Int64(Int32.max)))]
            _ = counts.wait(for: limits, at: moment)
            counts.takeBack(in: limits, countedAt: moment)
            _ = (moment + .microseconds(number()), moment - Timestamp(microseconds: number()), counts.endsToCountAt)
        }
    }
}

/// A log of every single event, with which the counts by slot are compared.
private struct PlainLog {
    let limits: [RateLimit]
    var events: [Timestamp] = []

    mutating func takeBack(_ event: Timestamp) {
        if let place = events.firstIndex(of: event) { events.remove(at: place) }
    }

    /// Whether no span shorter than a window holds more events than its limit.
    var isKept: Bool {
        limits.allSatisfy { limit in
            !zip(events, events.dropFirst(limit.count)).contains { $1 - $0 < limit.interval }
        }
    }

    /// Whether every limit would admit an event if its window were longer by a slot.
    func wouldAdmitWidened(at now: Timestamp) -> Bool {
        limits.allSatisfy { limit in
            let span = limit.interval + limit.interval / 60 + .microseconds(61)
            return events.count { now - $0 < span } < limit.count
        }
    }
}

extension SlotCounts {
    fileprivate var words: String {
        slots.map { "\($0.number - 1_767_225_600): \($0.events)" }.joined(separator: ", ")
    }
}
