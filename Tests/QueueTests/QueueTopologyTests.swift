import AMQP
import Queue
import Testing
import VerificationCore

@Suite("the topology")
struct QueueTopologyTests {
    @Test("has the documented names in production")
    func names() {
        let topology = QueueTopology()
        #expect(topology.exchange == "verification")
        #expect(
            topology.queues == [
                "verification.requests", "verification.retry.5s", "verification.retry.6s", "verification.retry.7s",
                "verification.retry.30s", "verification.retry.36s", "verification.retry.42s", "verification.retry.2m",
                "verification.retry.144s", "verification.retry.168s", "verification.receipts", "verification.events",
            ]
                + [
                    "5s", "6s", "7s", "30s", "36s", "42s", "2m", "144s", "168s", "10m", "12m", "14m", "60m", "72m",
                    "84m",
                ]
                .map { "verification.events.retry.\($0)" } + ["verification.dead"])
        #expect(topology.declarations.queues.map(\.name) == topology.queues)
    }

    @Test("puts the prefix before every name")
    func prefix() {
        let topology = QueueTopology(prefix: "bench.")
        #expect(topology.exchange == "bench.verification")
        #expect(topology.queues.allSatisfy { $0.hasPrefix("bench.verification.") })
        #expect(topology.declarations.bindings.allSatisfy { $0.exchange == "bench.verification" })
    }

    @Test(
        "names a retry queue by its exact delay",
        arguments: [(250, "250ms"), (1_000, "1s"), (90_000, "90s"), (3_600_000, "60m")])
    func steps(milliseconds: Int, name: String) {
        #expect(QueueTopology().retryQueue(for: .milliseconds(milliseconds)) == "verification.retry.\(name)")
    }

    @Test("a publisher of receipts declares their way and the dead-letter queue, as a worker does")
    func reporting() {
        let (reporting, all) = (QueueTopology().producing(.receipts), QueueTopology().declarations)
        #expect(reporting.queues.map(\.name) == ["verification.receipts", "verification.dead"])
        #expect(reporting.queues.allSatisfy(all.queues.contains))
        #expect(reporting.bindings.map(\.routingKey) == ["receipt"] && all.bindings.contains(reporting.bindings[0]))
    }

    @Test("dead-letters at least once, and gives only the retry queues a time to live")
    func arguments() {
        for queue in QueueTopology().declarations.queues {
            let isDead = queue.name == "verification.dead"
            let isRetryQueue = queue.name.contains(".retry.")
            #expect(queue.arguments["x-queue-type"] == "quorum")
            #expect(queue.arguments["x-dead-letter-strategy"] == (isDead ? nil : "at-least-once"))
            #expect((queue.arguments["x-message-ttl"] != nil) == isRetryQueue)
            #expect(queue.arguments["x-dead-letter-exchange"] == (isDead ? nil : isRetryQueue ? "verification" : ""))
        }
    }
}
