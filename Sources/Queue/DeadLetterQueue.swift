import AMQP
import VerificationCore

/// The dead letters, on RabbitMQ.
package struct DeadLetterQueue: DeadLetters {
    /// After this many messages without a date, `forget` looks no further.
    private static let mostUndated = 25

    private let configuration: AMQPConfiguration
    private let topology: QueueTopology

    /// Each question has a connection of its own.
    package init(_ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology()) {
        self.configuration = configuration
        self.topology = topology
    }

    package func count() async throws(BrokerError) -> Int {
        try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
            try await client.inspect(queue: topology.dead)?.messages ?? 0
        }
    }

    package func survey(of limit: Int = 1_000) async throws(BrokerError) -> DeadLetterSurvey {
        let survey = try await AMQPClient.withConnection(to: configuration) {
            client throws(AMQPError) -> DeadLetterSurvey in
            var found: [DeadLetterSurvey.Found] = []
            let present = try await client.inspect(queue: topology.dead)?.messages ?? 0
            while found.count < min(limit, present), let delivery = try await client.get(queue: topology.dead) {
                found.append(delivery.found(in: topology))
            }
            return DeadLetterSurvey(present: present, found: found)
        }
        await untilBack(survey.present)
        return survey
    }

    package func purge() async throws(BrokerError) -> Int {
        try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
            try await client.purge(queue: topology.dead)
        }
    }

    /// Drops messages that died before `moment`, the oldest first, and returns how many.
    ///
    /// A process calls it from time to time, because the queue has no limit of its own: RabbitMQ could never change it
    /// again. Messages without a date stay. When two processes call it at once, each drops a part of the messages.
    package func forget(before moment: Timestamp) async throws(BrokerError) -> Int {
        try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
            var forgotten = 0
            var undated = 0
            // Messages that were taken and not acknowledged go back when the connection ends.
            while undated < Self.mostUndated, let delivery = try await client.get(queue: topology.dead) {
                if let death = delivery.message.diedAt {
                    guard death < moment else { break }
                    try await client.acknowledge(delivery)
                    forgotten += 1
                } else {
                    undated += 1
                }
            }
            return forgotten
        }
    }

    /// Acknowledges a dead message only after RabbitMQ has confirmed its copy.
    package func replay(limit: Int = .max, reason: DeathReason? = nil) async -> DeadLetterReplay {
        let publisher = AMQPPublisher(configuration, topology: topology.producing(.requests))
        let client = AMQPClient(configuration)
        let replay = await withTaskGroup { tasks in
            tasks.addTask { await publisher.run() }
            let mover = DeadLetterMover(client: client, publisher: publisher, topology: topology)
            let replay = await mover.moveAll(limit: limit, reason: reason)
            tasks.cancelAll()
            return replay
        }
        await client.close()
        await untilBack(replay.left)
        return replay
    }

    /// Waits up to two seconds until at least `left` messages are in the queue again.
    ///
    /// The broker puts messages that were taken and not acknowledged back a moment after the connection's end. The
    /// caller's next question shall find these messages.
    private func untilBack(_ left: Int) async {
        guard left > 0 else { return }
        // When the broker does not answer, there is nothing to wait for. The next call says what is wrong.
        _ = try? await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
            for _ in 1...20 {
                guard let status = try await client.inspect(queue: topology.dead), status.messages < left else {
                    return
                }
                guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
            }
        }
    }
}

extension AMQPDelivery {
    fileprivate func found(in topology: QueueTopology) -> DeadLetterSurvey.Found {
        let isRequest = message.type == RequestCodec.messageType
        return DeadLetterSurvey.Found(
            kind: message.kind(in: topology), reason: message.deathReason(in: topology),
            deadline: isRequest && isWhole ? RequestCodec.deadline(in: message.body) : nil, isWhole: isWhole)
    }
}
