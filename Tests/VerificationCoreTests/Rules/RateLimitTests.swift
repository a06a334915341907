import Testing
import VerificationCore
import VerificationTesting

@Suite("Rules: a rate limit")
struct RateLimitTests {
    private let start = Timestamp(seconds: 1_767_225_600)

    @Test("admits the whole number at once and then one each share", arguments: [1, 3, 5, 7, 10, 97])
    func burst(count: Int) {
        let limit = RateLimit(count, per: .seconds(600))
        var state: LimitState?
        for left in (1...count).reversed() {
            #expect(limit.remaining(state, at: start) == left)
            #expect(limit.admits(after: state) <= start)
            state = limit.spending(state, at: start)
        }
        #expect(limit.remaining(state, at: start) == 0)
        let next = limit.admits(after: state)
        #expect(next > start)
        #expect(next == start + limit.share)
    }

    @Test("an empty bucket fills up no further than to the number")
    func idle() {
        let limit = RateLimit(5, per: .seconds(600))
        let state = limit.spending(nil, at: start)
        #expect(limit.remaining(state, at: start + .seconds(1_000_000)) == 5)
        #expect(limit.spending(state, at: start + .seconds(1_000)).arrival == start + .seconds(1_120))
    }

    @Test("a share that is no whole microsecond lets nobody in who would be one too many")
    func shares() {
        for (count, seconds) in [(99_999, 3_600), (700_000, 1), (1_000_000, 1), (7, 10)] {
            let limit = RateLimit(count, per: .seconds(seconds))
            #expect(limit.share * count >= limit.interval)
            let full = LimitState(arrival: start + limit.share * count, marks: [])
            #expect(limit.admits(after: full) == start + limit.share)
        }
    }

    @Test("an event given back at once leaves the limit as it was")
    func giveBack() {
        let limit = RateLimit(5, per: .seconds(600))
        let state = limit.spending(limit.spending(nil, at: start), at: start)
        #expect(limit.givingBack(limit.spending(state, at: start), spentAt: start) == state)
    }

    @Test("admits no more than its number in a burst and its rate in the long run", arguments: 0..<50)
    func neverMore(round: Int) {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        let limit = RateLimit(
            .random(in: 1...20, using: &random), per: .seconds(Int64.random(in: 1...1_000, using: &random)))
        let admitted = admissions(limit, &random)
        // In any span of time: what fits at once, and one for each share that passes.
        let share = limit.share.wholeMicroseconds
        for (index, first) in admitted.enumerated() {
            for (offset, last) in admitted[index...].enumerated() {
                let most = Int64(limit.count) + (last - first) / share
                #expect(Int64(offset) + 1 <= most, "seed \(random.seed), \(limit)")
            }
        }
    }

    @Test("whoever is turned away is admitted at the very moment that was named, and not before", arguments: 0..<50)
    func exactWait(round: Int) {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        let limit = RateLimit(.random(in: 1...9, using: &random), per: .seconds(100))
        var state: LimitState?
        var now = start
        for _ in 0..<200 {
            let next = limit.admits(after: state)
            #expect((next <= now) == (limit.remaining(state, at: now) > 0), "seed \(random.seed), \(limit)")
            if next <= now { state = limit.spending(state, at: now) } else if Bool.random(using: &random) { now = next }
            now = now + .microseconds(Int64.random(in: 0...2_000_000, using: &random))
        }
    }

    /// Tries at random moments, some close together, some far apart; the moments, in microseconds, that were admitted.
    private func admissions(_ limit: RateLimit, _ random: inout SeededRandom) -> [Int64] {
        var state: LimitState?
        var now = start
        var admitted: [Int64] = []
        for _ in 0..<400 {
            if limit.admits(after: state) <= now {
                state = limit.spending(state, at: now)
                admitted.append(now.microseconds)
            }
            let pause =
                limit.share.wholeMicroseconds
                * Int64.random(in: 0...(Bool.random(using: &random) ? 1 : 4), using: &random)
            now = now + .microseconds(pause / 2 + .random(in: 0...10, using: &random))
        }
        return admitted
    }
}
