import VerificationTesting

/// Whether functions can be told apart by the time that they take.
///
/// In the manner of dudect: the contestants run interleaved, in an order by chance that differs from round to round, so
/// that whatever else the machine does befalls all alike. Only the medians are compared, which a call that was interrupted
/// does not move, and only with one another: how fast the machine is does not matter.
struct TimingContest {
    private let rounds: Int
    private let callsPerRound: Int
    /// By what share of the quickest median the slowest may exceed it.
    private let tolerance: Double

    init(rounds: Int = 150, callsPerRound: Int = 8, tolerance: Double = 0.05) {
        self.rounds = rounds
        self.callsPerRound = callsPerRound
        self.tolerance = tolerance
    }

    /// True when every one of several attempts sees a difference: a busy machine may well pretend one now and then, but
    /// the same code cannot differ each time.
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
