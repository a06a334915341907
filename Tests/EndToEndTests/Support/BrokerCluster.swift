import TestSupport

/// Three RabbitMQ nodes for one test, beside the broker that all tests share.
struct BrokerCluster: Sendable {
    static let nodes = ["node1", "node2", "node3"]

    /// For `AMQP_URL`: all nodes.
    let urls: String

    /// Lends a cluster, and ends it, also if `body` fails.
    static func with(_ body: (BrokerCluster) async throws -> Void) async throws {
        try await withCleanUp {
            try await ServiceControl.run(["start-cluster"])
            var urls: [String] = []
            for node in nodes { urls.append(try await ServiceControl.run(["node-url", node])) }
            try await body(BrokerCluster(urls: urls.joined()))
        } cleanUp: {
            try await ServiceControl.run(["stop-cluster"])
        }
    }

    /// Ends a node as a power cut does.
    func kill(_ node: String) async throws { try await ServiceControl.run(["kill-node", node]) }

    /// Returns when the node serves clients again.
    func start(_ node: String) async throws { try await ServiceControl.run(["start-node", node]) }
}
