import AMQP
import Synchronization
import VerificationCore

/// Publishes a message that no queue takes, because RabbitMQ announces its alarms only on connections that publish; and
/// looks at the queues.
///
/// It keeps one connection: under an alarm RabbitMQ reads nothing from a connection that has published, so it would also
/// miss the connection's end, and a new connection for each probe would pile up there.
package final class AMQPBrokerProbe: BrokerProbe {
    /// How long connecting may take, and how long the confirmation may take.
    private static let patience = Duration.seconds(2)
    /// How long the broker's refusal of the probe itself is remembered, so that it does not fill the broker's log.
    private static let refusalLife = Duration.seconds(300)

    private let publisher: AMQPPublisher
    private let exchange: String
    private let inspector: QueueInspector
    private let refusal = Mutex<(words: String, at: ContinuousClock.Instant)?>(nil)

    /// Connects nowhere yet; `run()` does.
    package init(_ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology()) {
        // It declares nothing: to look at a broker changes nothing there.
        publisher = AMQPPublisher(configuration)
        exchange = topology.exchange
        inspector = QueueInspector(configuration, topology: topology)
    }

    /// Keeps the connection until the task is cancelled; every probe needs it.
    package func run() async { await publisher.run() }

    package func probe() async throws(BrokerError) -> BrokerReadiness {
        if let refusal = refusal.withLock({ $0 }), .now - refusal.at < Self.refusalLife {
            return .unknown(refusal.words)
        }
        let begun = ContinuousClock.now
        do throws(AMQPError) {
            try await publisher.opened(within: Self.patience)
            try await publisher.publish(
                AMQPMessage(body: [], type: "verification.probe.v1"), exchange: exchange,
                routingKey: QueueTopology.probeKey, within: Self.patience)
            return .takesMessages
        } catch {
            return try judge(error, since: begun)
        }
    }

    /// Needs no `run()`: each question has a connection of its own.
    package func reports() async throws(BrokerError) -> [QueueReport] { try await inspector.reports() }

    private func judge(_ error: AMQPError, since begun: ContinuousClock.Instant) throws(BrokerError) -> BrokerReadiness
    {
        // The broker may announce its alarm after the message has left, and then confirms nothing.
        if let alarm = publisher.state.alarm { return .refuses(reason: alarm) }
        if case .connecting(let failure?) = publisher.state, case .refusedByBroker = failure.code {
            refusal.withLock { $0 = (failure.description, .now) }
            return .unknown(failure.description)
        }
        switch error.code {
        case .returned: return .takesMessages
        case .blocked: return .refuses(reason: error.context)
        case .unconfirmed where .now - begun >= Self.patience:
            return .refuses(reason: "it confirms no message within \(Self.patience.components.seconds) s")
        case .nacked: return .refuses(reason: error.context)
        case .notConnected, .closed, .notSent, .unconfirmed, .invalidConfiguration, .invalidMessage, .connectionFailed,
            .authenticationFailed, .tlsFailed, .timedOut, .connectionLost, .refusedByBroker, .protocolViolation:
            throw BrokerError(error)
        }
    }
}

extension AMQPPublisher {
    /// Returns when the broker takes messages; throws `blocked` under an alarm, and `timedOut` after `limit`.
    func opened(within limit: Duration) async throws(AMQPError) {
        let failure = await withTaskGroup(of: AMQPError?.self) { tasks in
            tasks.addTask { await self.failureToOpen() }
            tasks.addTask {
                try? await Task.sleep(for: limit)
                return AMQPError(.timedOut, context: "no connection for publishing came about")
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
            case .blocked(let reason): return AMQPError(.blocked, context: reason)
            case .connecting, .closed: continue
            }
        }
        return AMQPError(.closed, context: "this process ended the connection")
    }
}
