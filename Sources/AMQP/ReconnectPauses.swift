/// How long to wait before the next attempt.
///
/// At most 100 ms after a connection was lost and for the first try of each node; then doubling up to 2 s. Chance takes
/// away up to half, so that many clients do not come back in step.
struct ReconnectPauses {
    private let nodes: Int
    private var failures = 0

    init(nodes: Int) {
        self.nodes = nodes
    }

    /// The pause before the next attempt; `chance` is from 0 to 1.
    mutating func next(afterOpenConnection wasOpen: Bool, chance: Double) -> Duration {
        failures = wasOpen ? 1 : failures + 1
        let round = max(0, (failures - 1) / nodes)
        let longest = min(.seconds(2), .milliseconds(100) * (1 << min(round, 5)))
        return longest * (1 - chance / 2)
    }
}
