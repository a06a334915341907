import Testing
import VerificationCore
import VerificationTesting

@Suite("Rules: what a limit keeps of its events")
struct LimitStateTests {
    private let start = Timestamp(seconds: 1_767_225_600)

    @Test("a late event fills the bucket as far as without the one before it: only the rest is given back")
    func margin() {
        let limit = RateLimit(2, per: .seconds(20))
        var state = limit.spending(nil, at: start)
        state = limit.spending(state, at: start + .seconds(4))
        state = limit.givingBack(state, spentAt: start)
        #expect(state.arrival == start + .seconds(14))
        #expect(limit.admits(after: state) == start + .seconds(4))
        state = limit.spending(state, at: start + .seconds(9))
        #expect(limit.admits(after: state) == start + .seconds(14))
    }

    @Test("an event from before the bucket was empty gives nothing back, however late that is noticed")
    func emptied() {
        let limit = RateLimit(2, per: .seconds(20))
        let first = limit.spending(nil, at: start)
        let second = limit.spending(first, at: start + .seconds(10))
        #expect(limit.givingBack(second, spentAt: start).arrival == second.arrival)
    }

    @Test("all of many events that come close together may be given back, in any order")
    func burst() {
        let limit = RateLimit(20, per: .seconds(600))
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        var state: LimitState?
        let moments = (0..<20).map { start + .milliseconds($0) }
        for moment in moments { state = limit.spending(state, at: moment) }
        for moment in moments.shuffled(using: &random) {
            state = state.map { limit.givingBack($0, spentAt: moment) }
        }
        #expect(limit.remaining(state, at: start + .milliseconds(20)) == 20, "seed \(random.seed)")
    }

    @Test("taking events back is as if they had never been, to the microsecond", arguments: 0..<200)
    func exact(round: Int) {
        let seed = SeededRandom.seedOfRun() &+ UInt64(round)
        var history = History(limit: RateLimit(.random(in: 1...9), per: .seconds(100)), seed: seed, at: start)
        for step in 0..<60 {
            history.step()
            #expect(history.isExact, "seed \(seed), step \(step)")
        }
    }

    @Test("an event that is written down after later ones is given back in full, and so are they")
    func overlapping() {
        let limit = RateLimit(5, per: .seconds(600))
        let moments = [3, 1, 2, 0, 2].map { start + .milliseconds($0) }
        var state = limit.spending(nil, at: moments[0])
        for moment in moments.dropFirst() { state = limit.spending(state, at: moment) }
        #expect(limit.remaining(state, at: start + .milliseconds(3)) == 0)
        for (index, moment) in moments.enumerated() {
            state = limit.givingBack(state, spentAt: moment)
            #expect(limit.remaining(state, at: start + .milliseconds(3)) == index + 1)
        }
    }

    @Test("with more events than there are marks nothing is admitted too early", arguments: 0..<20)
    func manyMarks(round: Int) {
        let seed = SeededRandom.seedOfRun() &+ UInt64(round)
        var history = History(limit: RateLimit(500, per: .seconds(100)), seed: seed, at: start)
        for step in 0..<600 {
            history.step()
            #expect(history.isSafe, "seed \(seed), step \(step)")
            #expect((history.state?.marks.count ?? 0) <= LimitState.mostMarks)
        }
    }
}

/// A limit beside all the events that it has admitted and that were not taken back.
private struct History {
    let limit: RateLimit
    var state: LimitState?
    private var random: SeededRandom
    private var now: Timestamp
    private var events: [Timestamp] = []

    init(limit: RateLimit, seed: UInt64, at start: Timestamp) {
        self.limit = limit
        random = SeededRandom(seed: seed)
        now = start
    }

    /// Time passes, or not; then an event comes or one is taken back, young ones rather than old ones.
    mutating func step() {
        let shares: [Int64] = [0, 0, 0, 1, 2, 5]
        let pause = limit.share.wholeMicroseconds * (shares.randomElement(using: &random) ?? 0)
        now = now + .microseconds(Int64.random(in: 0...pause, using: &random))
        if Int.random(in: 0..<3, using: &random) > 0 {
            guard limit.admits(after: state) <= now else { return }
            state = limit.spending(state, at: now)
            events.append(now)
        } else if let index = events.indices.suffix(12).randomElement(using: &random) {
            let event = events.remove(at: index)
            if let full = state { state = limit.givingBack(full, spentAt: event) }
        }
    }

    /// The arrival time that the events which stay would have led to; one that has passed is as good as any other.
    private var expected: Timestamp {
        var arrival = Timestamp(seconds: 0)
        for event in events { arrival = max(arrival, event) + limit.share }
        return max(now, arrival)
    }

    private var kept: Timestamp { max(now, state?.arrival ?? now) }

    var isExact: Bool { kept == expected }
    var isSafe: Bool { kept >= expected }
}
