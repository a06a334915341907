import AMQP
import VerificationCore

/// What an operator does with the messages that were put aside; with no other queue's.
package struct DeadQueue: Sendable {
    /// What a replay has done.
    package struct Replay: Sendable, Equatable {
        /// Messages that are back where they came from, and dead no more.
        package fileprivate(set) var replayed = 0
        /// Messages that were there when it began, and still are.
        package fileprivate(set) var left = 0
        /// Why it ended before its time.
        package fileprivate(set) var failure: AMQPError?
    }

    /// How many messages are on their way at once.
    ///
    /// RabbitMQ holds back acknowledgements to a quorum queue while more than 32 are being written
    /// (`quorum_commands_soft_limit`), and forgets those when the connection closes.
    private static let batchSize = 25
    /// How long a connection for publishing may take to come about, and how long a message may take.
    private static let patience = Duration.seconds(10)

    /// The reasons for which a message can be here, by which a replay can choose.
    package static var reasons: [String] {
        DeadLetter.Reason.allCases.map(\.rawValue) + ["delivery-limit", "expired", "rejected"]
    }

    private let configuration: AMQPConfiguration
    private let topology: QueueTopology
    private let client: AMQPClient

    /// Connects with the first question.
    package init(_ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology()) {
        self.configuration = configuration
        self.topology = topology
        client = AMQPClient(configuration)
    }

    /// How many messages are here, or nil when there is no such queue yet.
    package func count() async throws(AMQPError) -> Int? {
        try await client.inspect(queue: topology.dead)?.messages
    }

    /// How many of the oldest `limit` messages are here for each of `reasons`; `unknown` are those that say none.
    ///
    /// Nobody else sees them meanwhile; afterwards they are back.
    package func reasons(limit: Int = 1_000) async throws(AMQPError) -> [String: Int] {
        var reasons: [String: Int] = [:]
        let present = try await count() ?? 0
        for _ in 0..<min(limit, present) {
            guard let delivery = try await client.get(queue: topology.dead) else { break }
            reasons[reason(of: delivery.message) ?? "unknown", default: 0] += 1
        }
        await client.close()
        return reasons
    }

    /// Drops all messages for good, and says how many.
    package func purge() async throws(AMQPError) -> Int {
        try await client.purge(queue: topology.dead)
    }

    /// Drops what died before `moment`, the oldest first, and says how many that were.
    ///
    /// For a process that does so every now and then: the queue itself keeps messages without end, and a queue's own
    /// limits could never be changed again. Messages of which nobody knows when they died stay. Two callers at once share
    /// the messages.
    package func forget(before moment: Timestamp) async throws(AMQPError) -> Int {
        var forgotten = 0
        var undated = 0
        // What is looked at and left is back when the connection has ended.
        while undated < Self.batchSize, let delivery = try await client.get(queue: topology.dead) {
            if let death = delivery.message.diedAt {
                guard death < moment else { break }
                try await client.acknowledge(delivery)
                forgotten += 1
            } else {
                undated += 1
            }
        }
        await client.close()
        return forgotten
    }

    /// Moves messages back to where they came from, the oldest first, without what was noted on them when they died.
    ///
    /// Each is looked at once, and only those that were here when it began, so what dies again meanwhile stays. Each is
    /// acknowledged only when its copy is confirmed: where this ends early, or is cancelled, a message can be in both
    /// places, which the store recognises, and in none never. What was too long to keep stays, for its end is lost.
    ///
    /// Two replays at once share the messages.
    ///
    /// - Parameters:
    ///   - limit: the most messages to move.
    ///   - reason: moves only those put aside for this one of `reasons`; all when nil.
    /// - Returns: what was done, also when it ended early.
    package func replay(limit: Int = .max, reason: String? = nil) async -> Replay {
        let publisher = AMQPPublisher(configuration, topology: topology.producing)
        let replay = await withTaskGroup { tasks in
            tasks.addTask { await publisher.run() }
            let replay = await moveAll(over: publisher, limit: limit, reason: reason)
            tasks.cancelAll()
            return replay
        }
        await client.close()
        await untilBack(replay.left)
        return replay
    }

    /// Leaves the broker; the next call connects again.
    package func close() async {
        await client.close()
    }

    /// Waits a moment for what was looked at and left: the broker gives it back some time after the connection's end,
    /// and whoever asks next is to find it.
    private func untilBack(_ left: Int) async {
        for _ in 1...20 {
            // Without an answer there is nothing to wait for; the next call says what is wrong.
            guard let count = try? await count(), count < left else { break }
            try? await Task.sleep(for: .milliseconds(100))
        }
        await client.close()
    }

    private func moveAll(over publisher: AMQPPublisher, limit: Int, reason: String?) async -> Replay {
        var replay = Replay()
        do throws(AMQPError) {
            replay.left = try await count() ?? 0
            try await publisher.opened(within: Self.patience)
            var unseen = replay.left
            while unseen > 0, replay.replayed < limit, replay.failure == nil {
                let size = min(unseen, Self.batchSize, limit - replay.replayed)
                let batch = try await take(size)
                unseen = batch.count < size ? 0 : unseen - size
                await move(batch.filter { isWanted($0, reason) }, over: publisher, noting: &replay)
            }
        } catch {
            replay.failure = error
        }
        return replay
    }

    /// Takes so many messages or, when somebody else takes them too, fewer.
    private func take(_ count: Int) async throws(AMQPError) -> [AMQPDelivery] {
        var batch: [AMQPDelivery] = []
        while batch.count < count, let delivery = try await client.get(queue: topology.dead) { batch.append(delivery) }
        return batch
    }

    /// Publishes side by side, for each message waits for its confirmation.
    private func move(_ batch: [AMQPDelivery], over publisher: AMQPPublisher, noting replay: inout Replay) async {
        let failures = await withTaskGroup { tasks in
            for delivery in batch { tasks.addTask { await move(delivery, over: publisher) } }
            return await tasks.reduce(into: [AMQPError?]()) { $0.append($1) }
        }
        let replayed = failures.count { $0 == nil }
        replay.replayed += replayed
        replay.left -= replayed
        replay.failure = failures.lazy.compactMap(\.self).first
    }

    /// Nil when the message is back where it came from.
    private func move(_ delivery: AMQPDelivery, over publisher: AMQPPublisher) async -> AMQPError? {
        do throws(AMQPError) {
            try await publish(delivery.message.forReplay, origin(of: delivery.message), over: publisher)
            try await client.acknowledge(delivery)
            return nil
        } catch {
            return error
        }
    }

    /// Headers that are legal to receive can be too large to send; then they stay behind.
    private func publish(
        _ message: AMQPMessage, _ routingKey: String, over publisher: AMQPPublisher
    ) async throws(AMQPError) {
        do throws(AMQPError) {
            try await publisher.publish(
                message, exchange: topology.exchange, routingKey: routingKey, within: Self.patience)
        } catch {
            guard error.code == .invalidMessage, !message.headers.isEmpty else { throw error }
            var bare = message
            bare.headers = [:]
            try await publish(bare, routingKey, over: publisher)
        }
    }

    private func isWanted(_ delivery: AMQPDelivery, _ reason: String?) -> Bool {
        let message = delivery.message
        let isWhole = !delivery.isTruncated && message.headers[MessageHeader.originalSize] == nil
        return isWhole && (reason == nil || reason == self.reason(of: message))
    }

    /// Why a message is here; the broker tells of those that it put aside by itself.
    private func reason(of message: AMQPMessage) -> String? {
        if let reason = message.headers[MessageHeader.reason]?.stringValue { return reason }
        return message.deaths.first { !topology.isRetryQueue($0.queue) }
            .map { String($0.reason.map { $0 == "_" ? "-" : $0 }) }
    }

    private func origin(of message: AMQPMessage) -> String {
        message.deaths.contains { $0.queue == topology.receipts } ? QueueTopology.receiptKey : QueueTopology.requestKey
    }
}

extension AMQPPublisher {
    /// Returns when the broker takes messages; throws when it takes none, or why it could not be reached in time.
    fileprivate func opened(within limit: Duration) async throws(AMQPError) {
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
            case .blocked: return AMQPError(.blocked, "the broker takes no messages")
            case .connecting, .closed: continue
            }
        }
        return AMQPError(.closed, "the replay was ended")
    }
}
