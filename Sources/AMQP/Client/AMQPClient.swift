import Connections

/// One question to the broker at a time: for operators, start-up checks and tests.
///
/// It connects at the first call. A call that finds its old connection lost connects again and is tried once more,
/// except a settlement. Between calls no heartbeat keeps the connection alive, so a call first replaces a connection
/// that was idle for too long. Every call may throw what connecting can throw.
package actor AMQPClient {
    private let configuration: AMQPConfiguration
    private let executor = ConnectionExecutor(label: "amqp.client")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var session: ClientSession?
    private var generation = 0

    /// A client that connects when it is first asked something.
    package init(_ configuration: AMQPConfiguration) {
        self.configuration = configuration
    }

    /// Declares what is missing, and returns what exists with other settings, which is left as it is.
    @discardableResult
    package func declare(_ topology: AMQPTopology) throws(AMQPError) -> [AMQPMismatch] {
        try perform { handle throws(AMQPError) in try handle.declare(topology) }
    }

    /// The version of the broker's node, in the node's own words, for example `3.10.8`; nil when it names none.
    package func serverVersion() throws(AMQPError) -> String? {
        try perform { handle throws(AMQPError) in handle.serverVersion }
    }

    /// What `queue` holds, or nil if there is no such queue.
    package func inspect(queue: String) throws(AMQPError) -> AMQPQueueStatus? {
        do {
            return try perform { handle throws(AMQPError) in try handle.inspect(queue: queue) }
        } catch  where error.code == .refusedByBroker(404) {
            return nil
        }
    }

    /// Drops the messages that are ready, and returns how many; throws when there is no such queue.
    package func purge(queue: String) throws(AMQPError) -> Int {
        try perform { handle throws(AMQPError) in try handle.purge(queue: queue) }
    }

    /// Deletes `queue` with all its messages; a missing queue is no error.
    package func delete(queue: String) throws(AMQPError) {
        try perform { handle throws(AMQPError) in try handle.delete(queue: queue) }
    }

    /// Takes the oldest message of `queue`, nil for an empty queue; if it is unsettled at `close`, it goes back.
    package func get(queue: String) throws(AMQPError) -> AMQPDelivery? {
        let delivery = try perform { handle throws(AMQPError) in
            try handle.get(queue: queue, within: configuration.rpcDeadline)
        }
        return delivery.map { delivery in
            var delivery = delivery
            delivery.generation = generation
            return delivery
        }
    }

    /// Tells the broker that the message is done.
    ///
    /// - Throws: `connectionLost` if the delivery's connection is gone. Then the broker delivers the message again.
    package func acknowledge(_ delivery: AMQPDelivery) throws(AMQPError) {
        try send(.acknowledge(tag: delivery.tag, coversEarlier: false), for: delivery)
    }

    /// Gives the message back, to be delivered again or, without `requeue`, dead-lettered; throws as `acknowledge`.
    package func reject(_ delivery: AMQPDelivery, requeue: Bool) throws(AMQPError) {
        try send(.reject(tag: delivery.tag, requeue: requeue), for: delivery)
    }

    /// Closes the connection; the next call makes a new connection.
    package func close() {
        session?.close()
        session = nil
    }

    private func send(_ frame: AcknowledgementFrame, for delivery: AMQPDelivery) throws(AMQPError) {
        guard delivery.generation == generation, let session, session.isFresh else {
            throw AMQPError(.connectionLost, context: "the connection of this delivery is gone; it is delivered again")
        }
        try performOnce { handle throws(AMQPError) in try handle.send(frame) }
    }

    private func perform<Value>(
        _ body: (inout ConnectionHandle) throws(AMQPError) -> Value
    ) throws(AMQPError) -> Value {
        let isOld = session?.isFresh ?? false
        do throws(AMQPError) {
            return try performOnce(body)
        } catch {
            // The broker may have restarted since the last call. Then this call is tried once more, on a new
            // connection.
            guard isOld, session == nil, error.isRetriable else { throw error }
            return try performOnce(body)
        }
    }

    private func performOnce<Value>(
        _ body: (inout ConnectionHandle) throws(AMQPError) -> Value
    ) throws(AMQPError) -> Value {
        let session = try openSession()
        defer { if !session.isUsable { self.session = nil } }
        return try session.perform(body)
    }

    private func openSession() throws(AMQPError) -> ClientSession {
        if let session, session.isFresh { return session }
        session = nil
        let opened = try ClientSession(configuration)
        session = opened
        generation += 1
        return opened
    }
}
