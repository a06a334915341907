/// How long to wait before another try: doubling up to a cap.
///
/// A random part, at most half, is taken off each wait. So many clients that failed together do not return together.
/// Example: with a base of 100 ms and a cap of 2 s the longest waits are 100, 200, 400, 800, 1600, 2000, 2000 … ms.
package struct Backoff: Sendable {
    private let base: Duration
    private let cap: Duration
    private let triesPerStep: Int

    /// - Parameters:
    ///   - base: the longest wait after the first failure.
    ///   - cap: the longest wait of all.
    ///   - triesPerStep: how many tries there are before the wait doubles, at least 1. With three nodes it is 3: then
    ///     the first try of each node comes after the shortest wait.
    package init(base: Duration, cap: Duration, triesPerStep: Int = 1) {
        self.base = base
        self.cap = cap
        self.triesPerStep = max(1, triesPerStep)
    }

    /// The wait before the next try, after so many failures.
    ///
    /// - Parameters:
    ///   - failures: how many tries have failed in a row; after zero failures the wait is zero.
    ///   - chance: 0 gives half of the longest wait, and 1 gives all of it.
    /// - Returns: never more than the cap.
    package func delay(after failures: Int, chance: Double = .random(in: 0...1)) -> Duration {
        guard failures > 0 else { return .zero }
        let doublings = min((failures - 1) / triesPerStep, 20)
        return min(cap, base * (1 << doublings)) * (0.5 + chance / 2)
    }

    /// Waits before the next try; false when the task is cancelled, also during the wait.
    package func wait(after failures: Int) async -> Bool {
        (try? await Task.sleep(for: delay(after: failures))) != nil
    }
}
