import AMQP
import VerificationCore

/// Carries out a replay: takes dead messages, publishes a copy of each, and acknowledges the confirmed messages.
struct DeadLetterMover: Sendable {
    /// How many messages are on their way at once.
    ///
    /// While a quorum queue is writing more than 32 acknowledgements (`quorum_commands_soft_limit`), RabbitMQ holds
    /// further acknowledgements back. It forgets them when the connection closes.
    private static let batchSize = 25
    /// How long connecting for publishing may take, and how long publishing a message may take.
    private static let patience = Duration.seconds(10)

    /// Takes and acknowledges.
    let client: AMQPClient
    let publisher: AMQPPublisher
    let topology: QueueTopology

    func moveAll(limit: Int, reason: DeathReason?) async -> DeadLetterReplay {
        var replay = DeadLetterReplay()
        do throws(AMQPError) {
            replay.left = try await client.inspect(queue: topology.dead)?.messages ?? 0
            try await publisher.opened(within: Self.patience)
            var unseen = replay.left
            while unseen > 0, replay.replayed < limit, replay.problem == nil {
                let size = min(unseen, Self.batchSize, limit - replay.replayed)
                let batch = try await take(size)
                unseen = batch.count < size ? 0 : unseen - size
                await move(batch.compactMap { wanted($0, for: reason) }, noting: &replay)
            }
        } catch {
            replay.problem = BrokerError(error)
        }
        return replay
    }

    /// Moves the oldest message with this name, if it is among the oldest `limit` and can be moved.
    func move(named name: String, among limit: Int) async -> DeadLetterReplay {
        var replay = DeadLetterReplay()
        do throws(AMQPError) {
            replay.left = try await client.inspect(queue: topology.dead)?.messages ?? 0
            try await publisher.opened(within: Self.patience)
            if let found = try await find(name, among: min(limit, replay.left)) { await move([found], noting: &replay) }
        } catch {
            replay.problem = BrokerError(error)
        }
        return replay
    }

    private func find(_ name: String, among most: Int) async throws(AMQPError) -> (AMQPDelivery, home: WorkQueue)? {
        for _ in 0..<most {
            guard let delivery = try await client.get(queue: topology.dead) else { return nil }
            if delivery.deadLetterName == name { return wanted(delivery, for: nil) }
        }
        return nil
    }

    /// Takes `count` messages; fewer when another consumer takes messages of this queue too.
    private func take(_ count: Int) async throws(AMQPError) -> [AMQPDelivery] {
        var batch: [AMQPDelivery] = []
        while batch.count < count, let delivery = try await client.get(queue: topology.dead) { batch.append(delivery) }
        return batch
    }

    /// The delivery and its own queue; nil for a message that stays among the dead letters.
    private func wanted(_ delivery: AMQPDelivery, for reason: DeathReason?) -> (AMQPDelivery, home: WorkQueue)? {
        guard delivery.isWhole, reason == nil || reason == delivery.message.deathReason(in: topology) else {
            return nil
        }
        return delivery.message.kind(in: topology).map { (delivery, home: $0) }
    }

    /// Publishes side by side, because each message waits for its confirmation.
    private func move(_ batch: [(AMQPDelivery, home: WorkQueue)], noting replay: inout DeadLetterReplay) async {
        let failures = await withTaskGroup { tasks in
            for (delivery, home) in batch { tasks.addTask { await move(delivery, to: home) } }
            return await tasks.reduce(into: [AMQPError?]()) { $0.append($1) }
        }
        let replayed = failures.count { $0 == nil }
        replay.replayed += replayed
        replay.left -= replayed
        replay.problem = failures.lazy.compactMap(\.self).first.map { BrokerError($0) }
    }

    /// Nil when the message is back in its own queue, and acknowledged here.
    private func move(_ delivery: AMQPDelivery, to home: WorkQueue) async -> AMQPError? {
        do throws(AMQPError) {
            try await publish(delivery.message.forReplay, routingKey: QueueTopology.routingKey(of: home))
            try await client.acknowledge(delivery)
            return nil
        } catch {
            return error
        }
    }

    /// Publishes without the headers when they are too large to send, though they were legal to receive.
    private func publish(_ message: AMQPMessage, routingKey: String) async throws(AMQPError) {
        do throws(AMQPError) {
            try await publisher.publish(
                message, exchange: topology.exchange, routingKey: routingKey, within: Self.patience)
        } catch {
            guard error.code == .invalidMessage, !message.headers.isEmpty else { throw error }
            var bare = message
            bare.headers = [:]
            try await publish(bare, routingKey: routingKey)
        }
    }
}

extension AMQPDelivery {
    /// What operators call this message while it is dead.
    var deadLetterName: String { DeadLetterReport.name(messageID: message.messageID, body: message.body) }

    /// Whether nothing of the message was cut off, neither now nor when a worker put it aside.
    var isWhole: Bool { !isTruncated && message.headers[MessageHeader.originalSize] == nil }
}
