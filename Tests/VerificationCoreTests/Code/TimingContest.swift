import VerificationTesting

/// Whether functions can be distinguished by the time that they take.
///
/// It works like dudect: in each round all contestants run, in a new random order. So other work on the machine slows
/// all of them alike. The medians are compared, because an interrupted call does not move a median. They are compared
/// only with each other, so the speed of the machine does not matter.
struct TimingContest {
    private let rounds: Int
    private let callsPerRound: Int
    /// How much slower a median may be, as a share of another: 0.05 is 5 %.
    private let tolerance: Double

    init(rounds: Int = 150, callsPerRound: Int = 8, tolerance: Double = 0.05) {
        self.rounds = rounds
        self.callsPerRound = callsPerRound
        self.tolerance = tolerance
    }

    /// True when in each of several attempts the same contestant is slower than the same other.
    ///
    /// A busy machine may pretend a difference now and then, but not between the same two each time.
    func tellsApart(_ contestants: [() -> Bool]) -> Bool {
        let all = contestants.indices
        var unequal = all.flatMap { slow in all.map { quick in (slow: slow, quick: quick) } }
        for attempt in 0..<8 where !unequal.isEmpty {
            let times = medians(of: contestants, seed: UInt64(attempt))
            unequal = unequal.filter { times[$0.slow] / times[$0.quick] > 1 + tolerance }
        }
        return !unequal.isEmpty
    }

    private func medians(of contestants: [() -> Bool], seed: UInt64) -> [Duration] {
        var random = SeededRandom(seed: seed)
        var times = [[Duration]](repeating: [], count: contestants.count)
        for _ in 0..<rounds {
            for contestant in contestants.indices.shuffled(using: &random) {
                times[contestant].append(duration(of: contestants[contestant]))
            }
        }
        return times.map { $0.sorted()[rounds / 2] }
    }

    private func duration(of contestant: () -> Bool) -> Duration {
        ContinuousClock().measure {
            for _ in 0..<callsPerRound { _ = contestant() }
        }
    }
}
