import AMQP
import VerificationCore

/// The dead letters, on RabbitMQ.
package struct DeadLetterQueue: DeadLetters {
    /// After this many messages without a date, `forget` looks no further.
    private static let mostUndated = 25
    /// How many bytes of bodies a look reads at most; a body that is larger ends the look after it.
    private static let mostBytes: UInt64 = 16 << 20
    /// For how long a look takes messages.
    private static let longestLook = Duration.seconds(5)

    private let configuration: AMQPConfiguration
    private let topology: QueueTopology
    /// Looks of this process do not hide letters from each other.
    private let turn = DeadLetterTurn()

    /// Each question has a connection of its own.
    package init(_ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology()) {
        self.configuration = configuration
        self.topology = topology
    }

    package func count() async throws(BrokerError) -> Int {
        try await turn.run { () throws(BrokerError) in
            try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
                try await client.inspect(queue: topology.dead)?.messages ?? 0
            }
        }
    }

    package func survey(of limit: Int = 1_000) async throws(BrokerError) -> DeadLetterSurvey {
        try await turn.run { () throws(BrokerError) in try await surveyNow(of: limit) }
    }

    private func surveyNow(of limit: Int) async throws(BrokerError) -> DeadLetterSurvey {
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

    /// Takes the messages one by one without acknowledgement, and closes the connection.
    ///
    /// What RabbitMQ does then: it puts each message that was taken back into the queue, though not always before those
    /// that it has not given to anybody. It marks the message as redelivered, and adds one to its `x-delivery-count`. The queue's delivery limit is a million, so looks use it up
    /// only after years. Between taking and closing, no other caller gets these messages, and `count` leaves them out. A
    /// look whose process dies ends in the same way, as soon as the broker notices.
    package func look(at limit: Int) async throws(BrokerError) -> DeadLetterLook {
        try await turn.run { () throws(BrokerError) in try await lookNow(at: limit) }
    }

    private func lookNow(at limit: Int) async throws(BrokerError) -> DeadLetterLook {
        let end = ContinuousClock.now + Self.longestLook
        let look = try await AMQPClient.withConnection(to: configuration) {
            client throws(AMQPError) -> DeadLetterLook in
            let present = try await client.inspect(queue: topology.dead)?.messages ?? 0
            var letters: [DeadLetterReport] = []
            var bytes: UInt64 = 0
            var isCutShort = false
            while letters.count < min(limit, present), !isCutShort,
                let delivery = try await client.get(queue: topology.dead)
            {
                letters.append(delivery.report(in: topology))
                bytes += delivery.bodySize
                isCutShort = letters.count < min(limit, present) && (bytes >= Self.mostBytes || .now >= end)
            }
            return DeadLetterLook(present: present, letters: letters, isCutShort: isCutShort)
        }
        await untilBack(look.present)
        return look
    }

    package func purge() async throws(BrokerError) -> Int {
        try await turn.run { () throws(BrokerError) in
            try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
                try await client.purge(queue: topology.dead)
            }
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
        await move { await $0.moveAll(limit: limit, reason: reason) }
    }

    /// Takes messages until it has the one that is meant; the others go back as after a look.
    package func replay(named name: String, among limit: Int) async -> DeadLetterReplay {
        await turn.run { await move { await $0.move(named: name, among: limit) } }
    }

    private func move(_ body: @Sendable @escaping (DeadLetterMover) async -> DeadLetterReplay) async -> DeadLetterReplay
    {
        let publisher = AMQPPublisher(configuration, topology: topology.producing(.requests))
        let client = AMQPClient(configuration)
        let replay = await withTaskGroup { tasks in
            tasks.addTask { await publisher.run() }
            let mover = DeadLetterMover(client: client, publisher: publisher, topology: topology)
            let replay = await body(mover)
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
    /// What an operator may see of a dead letter.
    fileprivate func report(in topology: QueueTopology) -> DeadLetterReport {
        let detail = message.headers[MessageHeader.detail]?.stringValue.flatMap { ErrorCode(header: $0) }
        return DeadLetterReport(
            name: deadLetterName, kind: message.kind(in: topology),
            death: DeadLetterReport.Death(
                message.deathReason(in: topology), detail: detail?.description, at: message.diedAt),
            source: DeadLetterReport.Source(
                type: message.type, app: message.appID,
                // A worker's copy has no deaths of RabbitMQ. In any other letter the header is only what its publisher says.
                user: message.userID
                    ?? (message.deaths.isEmpty ? message.headers[MessageHeader.publisher]?.stringValue : nil),
                publishedAt: message.timestamp.map { Timestamp(tolerating: $0) }),
            content: DeadLetterContent(message.body, size: wholeSize, isWhole: isWhole))
    }

    /// The size of the body as its publisher sent it.
    private var wholeSize: Int {
        guard case .integer(let size)? = message.headers[MessageHeader.originalSize] else {
            return Int(clamping: bodySize)
        }
        return max(Int(clamping: size), Int(clamping: bodySize))
    }

    fileprivate func found(in topology: QueueTopology) -> DeadLetterSurvey.Found {
        let isRequest = message.type == RequestCodec.messageType
        return DeadLetterSurvey.Found(
            kind: message.kind(in: topology), reason: message.deathReason(in: topology),
            deadline: isRequest && isWhole ? RequestCodec.deadline(in: message.body) : nil, isWhole: isWhole)
    }
}
