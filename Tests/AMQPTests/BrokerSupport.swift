import Foundation
import TestSupport
import Testing

@testable import AMQP

/// A queue of its own for one test, gone afterwards.
func withQueue<Value>(
    arguments: [String: AMQPFieldValue] = ["x-queue-type": "quorum"],
    _ body: (_ queue: String, _ topology: AMQPTopology, _ client: AMQPClient) async throws -> Value
) async throws -> Value {
    let name = "amqp-test.\(UUID().uuidString)"
    let topology = AMQPTopology(queues: [AMQPTopology.Queue(name: name, arguments: arguments)])
    let client = AMQPClient(try Broker.configuration())
    try await client.declare(topology)
    return try await withCleanUp {
        try await body(name, topology, client)
    } cleanUp: {
        try await client.delete(queue: name)
        await client.close()
    }
}

/// Runs `work` beside `body` and cancels it when `body` is done.
func alongside<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Void, _ body: () async throws -> Value
) async throws -> Value {
    let task = Task { await work() }
    let result = await Result.catching(body)
    task.cancel()
    await task.value
    return try result.get()
}

extension AsyncStream where Element: Sendable {
    /// Reads on to the first element that fits, and fails if the stream ends before.
    func reach(_ fits: (Element) -> Bool) async throws -> Element {
        for await element in self where fits(element) { return element }
        throw StreamEnded()
    }
}

struct StreamEnded: Error {}

/// Runs `publisher` for as long as `body` takes, which begins when it is ready.
func running<Value: Sendable>(_ publisher: AMQPPublisher, _ body: () async throws -> Value) async throws -> Value {
    try await alongside({ await publisher.run() }) {
        _ = try await publisher.states().reach { $0 == .ready }
        return try await body()
    }
}

/// What each of `count` calls made at once threw, nil for those that went well.
func outcomes(
    of count: Int, _ call: @escaping @Sendable (Int) async throws(AMQPError) -> Void
) async -> [Int: AMQPError?] {
    await withTaskGroup(of: (Int, AMQPError?).self) { group in
        for number in 0..<count {
            group.addTask {
                do throws(AMQPError) {
                    try await call(number)
                    return (number, nil)
                } catch {
                    return (number, error)
                }
            }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
    }
}

/// Puts messages with the ids 0, 1, 2 … into `queue`.
func fill(_ queue: String, with count: Int) async throws {
    let publisher = AMQPPublisher(try Broker.configuration())
    try await running(publisher) {
        for number in 0..<count {
            try await publisher.publish(
                AMQPMessage(body: [], messageID: "\(number)"), exchange: "", routingKey: queue,
                within: Broker.patience)
        }
    }
}

/// The messages in `queue` once the broker has noticed that all consumers are gone.
func left(in queue: String, _ client: AMQPClient) async throws -> Int {
    try await eventually {
        guard let status = try await client.inspect(queue: queue), status.consumers == 0 else { return nil }
        return status.messages
    }
}

/// Asks the broker, which gives no event for this, until it has an answer, for a minute at most.
func eventually<Value>(_ ask: () async throws -> Value?) async throws -> Value {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if let value = try await ask() { return value }
    }
    return try #require(try await ask(), "still nothing after a minute")
}
