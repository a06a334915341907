import VerificationTesting

/// Whether functions can be distinguished by the time that they take.
///
/// It works like dudect: in each round all contestants run, in a new random order. So other work on the machine slows
/// all of them alike. The medians are compared, because an interrupted call does not move a median. They are compared
/// only with each other, so the speed of the machine does not matter.
struct TimingContest {
    private let rounds: Int
    private let callsPerRound: Int
    /// How much slower the slowest median may be, as a share of the quickest: 0.05 is 5 %.
    private let tolerance: Double

    init(rounds: Int = 150, callsPerRound: Int = 8, tolerance: Double = 0.05) {
        self.rounds = rounds
        self.callsPerRound = callsPerRound
        self.tolerance = tolerance
    }

    /// True when each of several attempts sees a difference.
    ///
    /// A busy machine may pretend a difference now and then, but the same code cannot differ each time.
    func tellsApart(_ contestants: [() -> Bool]) -> Bool {
        (0..<8).allSatisfy { attempt in spread(contestants, seed: attempt) > tolerance }
    }

    /// How much slower the slowest median is than the quickest, as a share of the quickest.
    private func spread(_ contestants: [() -> Bool], seed: UInt64) -> Double {
        var random = SeededRandom(seed: seed)
        var times = [[Duration]](repeating: [], count: contestants.count)
        for _ in 0..<rounds {
            for contestant in contestants.indices.shuffled(using: &random) {
                times[contestant].append(duration(of: contestants[contestant]))
            }
        }
        let medians = times.map { $0.sorted()[rounds / 2] }
        guard let slowest = medians.max(), let quickest = medians.min(), quickest > .zero else { return .infinity }
        return slowest / quickest - 1
    }

    private func duration(of contestant: () -> Bool) -> Duration {
        ContinuousClock().measure {
            for _ in 0..<callsPerRound { _ = contestant() }
        }
    }
}
