/// Keeps a connection in being: node after node, with growing and jittered pauses.
///
/// Begins with a node by lot, so that many processes that start together do not all go to the first.
struct Reconnector {
    let endpoints: [AMQPEndpoint]

    /// Runs one session after another until one ends as `closed` or the task is cancelled.
    func run(_ session: (AMQPEndpoint) async -> ConnectionEnd) async {
        var pauses = ReconnectPauses(nodes: endpoints.count)
        var turn = Int.random(in: endpoints.indices)
        while !Task.isCancelled {
            guard case .failed(_, let wasOpen) = await session(endpoints[turn % endpoints.count]) else { return }
            turn += 1
            let pause = pauses.next(afterOpenConnection: wasOpen, chance: .random(in: 0...1))
            do {
                try await Task.sleep(for: pause)
            } catch {
                // Cancelled: nobody wants the connection any more.
                return
            }
        }
    }
}
