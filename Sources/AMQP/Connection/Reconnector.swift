import ConnectionSupport

/// Keeps a connection in being: node after node, with growing pauses.
///
/// Begins with a node by lot, so that many processes that start together do not all go to the first node.
struct Reconnector {
    let endpoints: [AMQPEndpoint]
    /// Waits after so many failures in a row; false when the task was cancelled.
    private let pause: @Sendable (_ failures: Int) async -> Bool

    /// Pauses for at most 100 ms before the first try of each node, then twice as long in each round, up to 2 s.
    init(endpoints: [AMQPEndpoint]) {
        let backoff = Backoff(base: .milliseconds(100), cap: .seconds(2), triesPerStep: endpoints.count)
        self.init(endpoints: endpoints) { await backoff.wait(after: $0) }
    }

    init(endpoints: [AMQPEndpoint], pause: @escaping @Sendable (_ failures: Int) async -> Bool) {
        self.endpoints = endpoints
        self.pause = pause
    }

    /// Runs one session after another until a session ends as `closed` or the task is cancelled.
    ///
    /// The loss of a connection that was open counts as the first failure: the pauses start over.
    func run(_ session: (AMQPEndpoint) async -> ConnectionEnd) async {
        var failures = 0
        var turn = Int.random(in: endpoints.indices)
        while !Task.isCancelled {
            guard case .failed(_, let wasOpen) = await session(endpoints[turn % endpoints.count]) else { return }
            turn += 1
            failures = wasOpen ? 1 : failures + 1
            guard await pause(failures) else { return }
        }
    }
}
