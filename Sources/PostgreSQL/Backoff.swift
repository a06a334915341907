/// How long to wait before another try: doubling, with chance, so that many who failed together do not return together.
struct Backoff: Sendable {
    let base: Duration
    let cap: Duration

    /// The wait before the next try, between the half and the whole of what is due.
    ///
    /// - Parameters:
    ///   - failures: how many tries have failed in a row; zero needs no wait.
    ///   - chance: between 0 and 1.
    /// - Returns: never more than `cap`.
    func delay(after failures: Int, chance: Double = .random(in: 0...1)) -> Duration {
        guard failures > 0 else { return .zero }
        let due = min(cap, base * (1 << min(failures - 1, 20)))
        return due * (0.5 + chance / 2)
    }

    /// For connections.
    static let reconnect = Backoff(base: .milliseconds(50), cap: .seconds(1))
    /// For transactions that met another one.
    static let conflict = Backoff(base: .milliseconds(5), cap: .milliseconds(100))
}
