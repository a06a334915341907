import Synchronization
import Testing

@testable import AMQP

@Suite("Connecting again")
struct ReconnectorTests {
    @Test("the pauses grow with every failure in a row, and start over after a connection that was open")
    func startsOver() async throws {
        let ends = [false, false, true, false, false].map { ConnectionEnd.failed(Self.lost, wasOpen: $0) } + [.closed]
        let run = try await Self.run(ends)
        #expect(run.pauses == [1, 2, 1, 2, 3])
    }

    @Test("the nodes take turns")
    func turns() async throws {
        let run = try await Self.run(
            [ConnectionEnd](repeating: .failed(Self.lost, wasOpen: true), count: 5) + [.closed])
        #expect(Set(run.hosts.prefix(3)) == ["a", "b", "c"])
        #expect(run.hosts.prefix(3) == run.hosts.suffix(3))
    }

    @Test("no session follows one that was closed, or a pause that was cancelled")
    func ends() async throws {
        #expect(try await Self.run([.closed, .closed]).hosts.count == 1)
        let endpoints = try AMQPConfiguration(urls: "amqps://a").endpoints
        let sessions = Mutex(0)
        await Reconnector(endpoints: endpoints) { _ in false }.run { _ in
            sessions.withLock { $0 += 1 }
            return .failed(Self.lost, wasOpen: true)
        }
        let count = sessions.withLock { $0 }
        #expect(count == 1)
    }

    private static let lost = AMQPError(.connectionLost, context: "gone")

    /// Plays sessions that end so, on three nodes.
    private static func run(_ ends: [ConnectionEnd]) async throws -> (hosts: [String], pauses: [Int]) {
        let endpoints = try AMQPConfiguration(urls: "amqps://a,amqps://b,amqps://c").endpoints
        let (hosts, pauses) = (Recorder<String>(), Recorder<Int>())
        let reconnector = Reconnector(endpoints: endpoints) { failures in
            pauses.note(failures)
            return true
        }
        await reconnector.run { endpoint in ends[hosts.note(endpoint.host)] }
        return (hosts.all, pauses.all)
    }
}

/// Takes down what happens, in order.
private final class Recorder<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    /// Returns how many there were before.
    @discardableResult
    func note(_ value: Value) -> Int {
        values.withLock { values in
            values.append(value)
            return values.count - 1
        }
    }
}
