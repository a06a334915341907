import Foundation
import Queue
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// A producer needs the permission to write to a single exchange, and no other permission at the broker.
@Suite("a broker's user", .serialized, .timeLimit(.minutes(10)))
struct BrokerPermissionTests {
    private let phone = Site.phones(1)[0]

    @Test("who may write to the exchange can ask for a verification and do no more; who may not, reaches no queue")
    func permissions() async throws {
        try await withSite { site in
            let exchange = site.topology.exchange
            try await site.declare()
            try await withUser(writing: "^\(exchange)$") { producer in
                try await PythonProducer.publish([.request(phone)], to: exchange, url: producer)
                await #expect(throws: ChildProcess.Ended.self, "past the exchange") {
                    try await PythonProducer.publish(
                        [.request(phone)], to: "", routingKey: site.topology.dead, url: producer)
                }
            }
            try await withUser(writing: "^$") { stranger in
                await #expect(throws: ChildProcess.Ended.self, "without a permission") {
                    try await PythonProducer.publish([.request(phone)], to: exchange, url: stranger)
                }
            }
            #expect(try await site.waiting() == 1)
            _ = try await site.worker()
            try await site.ledger.sms(atLeast: 1)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    /// Makes a user who may write where `pattern` says and read nothing, and removes the user again.
    private func withUser(writing pattern: String, _ body: (_ url: String) async throws -> Void) async throws {
        let name = "e2e-\(UInt32.random(in: 0 ... .max))"
        var url = try #require(URLComponents(string: TestVariable.value(of: "AMQP_URL")))
        url.user = name
        url.password = name
        try await rabbitmqctl(["add_user", name, name])
        try await withCleanUp {
            try await rabbitmqctl(["set_permissions", name, "^$", pattern, "^$"])
            try await body(try #require(url.string))
        } cleanUp: {
            try await rabbitmqctl(["delete_user", name])
        }
    }

    private func rabbitmqctl(_ arguments: [String]) async throws {
        let environment = ProcessInfo.processInfo.environment
        let control = try TestVariable.value(of: "RABBITMQCTL")
        _ = try await ChildProcess.run(URL(filePath: control), ["--quiet"] + arguments, environment: environment)
    }
}
