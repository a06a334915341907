import Foundation
import TestSupport
import Testing

/// Does to the broker and the database what an operator or a bad day does, by way of `deploy/services`.
enum ServiceControl {
    enum Order: String {
        case stopBroker = "stop-broker"
        case startBroker = "start-broker"
        case killBroker = "kill-broker"
        case freezeBroker = "freeze-broker"
        case thawBroker = "thaw-broker"
        case stopDatabase = "stop-database"
        case startDatabase = "start-database"
        case freezeDatabase = "freeze-database"
        case thawDatabase = "thaw-database"
        /// The database answers, and no commit ends.
        case hangCommits = "hang-commits"
        case releaseCommits = "release-commits"
        /// Makes the broker believe that it is out of memory.
        case raiseMemoryAlarm = "rabbitmqctl set_vm_memory_high_watermark absolute 1MB"
        case clearMemoryAlarm = "rabbitmqctl set_vm_memory_high_watermark 0.4"
    }

    /// Returns when it is done.
    static func tell(_ order: Order) async throws {
        try await run(order.rawValue.split(separator: " ").map(String.init))
    }

    /// Returns what the command has printed.
    @discardableResult
    fileprivate static func run(_ words: [String]) async throws -> String {
        let services = try TestVariable.value(of: "VERIFYD_SERVICES")
        let output = try await ChildProcess.run(
            URL(filePath: services), words, environment: ProcessInfo.processInfo.environment)
        return String(decoding: output, as: UTF8.self)
    }

    /// Runs `body` under a fault, and heals it also if the body fails.
    static func under(_ fault: Order, healedBy cure: Order, _ body: () async throws -> Void) async throws {
        do {
            try await tell(fault)
            try await body()
        } catch {
            try await tell(cure)
            throw error
        }
        try await tell(cure)
    }
}

/// Three RabbitMQ nodes for one test, beside the broker that all tests share.
struct BrokerCluster: Sendable {
    static let nodes = ["node1", "node2", "node3"]

    /// For `AMQP_URL`: all nodes.
    let urls: String

    /// Lends a cluster, and ends it, also if `body` fails.
    static func with(_ body: (BrokerCluster) async throws -> Void) async throws {
        do {
            try await ServiceControl.run(["start-cluster"])
            var urls: [String] = []
            for node in nodes { urls.append(try await ServiceControl.run(["node-url", node])) }
            try await body(BrokerCluster(urls: urls.joined()))
        } catch {
            try await ServiceControl.run(["stop-cluster"])
            throw error
        }
        try await ServiceControl.run(["stop-cluster"])
    }

    /// Ends a node as a power cut does.
    func kill(_ node: String) async throws { try await ServiceControl.run(["kill-node", node]) }

    /// Returns when the node serves clients again.
    func start(_ node: String) async throws { try await ServiceControl.run(["start-node", node]) }
}
