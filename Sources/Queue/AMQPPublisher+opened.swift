import AMQP

extension AMQPPublisher {
    /// Returns when the broker takes messages; throws `blocked` under an alarm, and `timedOut` after `limit`.
    func opened(within limit: Duration) async throws(AMQPError) {
        let failure = await withTaskGroup(of: AMQPError?.self) { tasks in
            tasks.addTask { await self.failureToOpen() }
            tasks.addTask {
                try? await Task.sleep(for: limit)
                return AMQPError(.timedOut, "no connection for publishing came about")
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? nil
        }
        if let failure { throw failure }
    }

    private func failureToOpen() async -> AMQPError? {
        for await state in states() {
            switch state {
            case .ready: return nil
            case .blocked(let reason): return AMQPError(.blocked, reason)
            case .connecting, .closed: continue
            }
        }
        return AMQPError(.closed, "this process ended the connection")
    }
}
