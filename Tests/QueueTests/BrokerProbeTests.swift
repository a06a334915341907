import AMQP
import Queue
import Testing
import VerificationCore

@Suite("A probe of the broker")
struct BrokerProbeTests {
    @Test("finds that a broker takes messages, and leaves no message there")
    func well() async throws {
        try await withBroker { broker in
            try await broker.put([1], type: nil, contentType: nil)
            try await probing(broker) { probe in
                for _ in 1...3 {
                    let word = try await probe.probe()
                    #expect(word == .takesMessages)
                }
            }
            let reports = try await broker.overview.reports()
            let messages = reports.map { report in
                switch report.state {
                case .missing: 0
                case .present(let messages, _, _): messages
                }
            }
            #expect(messages.reduce(0, +) == 1, "the message that a producer has put there")
        }
    }

    @Test("does not know where there is no exchange, and then asks a new connection nothing for a while")
    func noExchange() async throws {
        try await withBroker { broker in
            try await probing(broker, topology: QueueTopology(prefix: "test-none.")) { probe in
                let first = try await probe.probe()
                guard case .unknown(let words) = first else { throw Surprise(readiness: first) }
                #expect(words.contains("NOT_FOUND"), "\(words)")
                let word = try await probe.probe()
                #expect(word == first)
            }
        }
    }

    @Test("throws while nobody keeps its connection")
    func notRunning() async throws {
        try await withBroker { broker in
            let probe = AMQPBrokerProbe(broker.configuration, topology: broker.topology)
            await #expect(throws: BrokerError.self) { try await probe.probe() }
        }
    }

    private struct Surprise: Error { let readiness: BrokerReadiness }
}

/// Lends a probe whose connection is kept meanwhile.
func probing(
    _ broker: BrokerHarness, topology: QueueTopology? = nil, _ body: (AMQPBrokerProbe) async throws -> Void
) async throws {
    let probe = AMQPBrokerProbe(broker.configuration, topology: topology ?? broker.topology)
    try await withThrowingTaskGroup { tasks in
        tasks.addTask { await probe.run() }
        defer { tasks.cancelAll() }
        try await body(probe)
    }
}
