import Connections

/// Makes one connection after another, node after node, with growing pauses.
///
/// Begins with a random node, so that many processes that start together do not all connect to the first node.
struct Reconnector {
    let endpoints: [AMQPEndpoint]
    /// Waits after `failures` failures in a row; false when the task was cancelled.
    private let pause: @Sendable (_ failures: Int) async -> Bool

    /// Pauses for at most 100 ms after the first failures, then twice as long in each round of the nodes, up to 2 s.
    ///
    /// Example: with three nodes the longest pauses are 100, 100, 100, 200, 200, 200, 400 … ms.
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
    /// The loss of a connection that was open counts as the first failure, so the pauses are short again.
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

/// How a connection came to its end.
enum ConnectionEnd: Sendable {
    /// This side closed it, or cut it when closing took too long.
    case closed
    /// `wasOpen` distinguishes a connection that was lost from a connection that could not be made.
    case failed(AMQPError, wasOpen: Bool)

    var failure: AMQPError? {
        switch self {
        case .closed: nil
        case .failed(let error, wasOpen: _): error
        }
    }
}
