import Foundation
import TestSupport
import Testing

@testable import AMQP

extension BrokerTests {
    /// `AMQPS_URL` is a TLS listener whose certificate is for `localhost`, signed by the authority in `AMQP_CA_FILE`.
    @Suite("TLS")
    struct TLSTests {
        @Test("a verified connection carries messages both ways")
        func works() async throws {
            try await withQueue { queue, _, _ in
                let publisher = AMQPPublisher(try configuration())
                try await running(publisher) {
                    try await publisher.publish(
                        AMQPMessage(body: [UInt8](repeating: 7, count: 100_000)), exchange: "", routingKey: queue,
                        within: Broker.patience)
                }
                let consumer = AMQPConsumer(try configuration(), queue: queue)
                try await alongside({ await consumer.run() }) {
                    let delivery = try await DeliveryReader(consumer).next()
                    #expect(delivery.message.body == [UInt8](repeating: 7, count: 100_000))
                    consumer.acknowledge(delivery)
                    await consumer.close(within: Broker.patience)
                }
            }
        }

        @Test("a host that the certificate does not name is refused")
        func wrongHost() async throws {
            // Resolves to the same address as localhost, and is another name.
            let url = try TestVariable.value(of: "AMQPS_URL").replacing("localhost", with: "127.1")
            var configuration = Broker.patient(try AMQPConfiguration(urls: url))
            configuration.caFile = try TestVariable.value(of: "AMQP_CA_FILE")
            try await expectRefused(configuration)
        }

        @Test("a certificate of an unknown authority is refused")
        func wrongAuthority() async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "amqp-ca-\(UUID().uuidString).pem").path
            defer { try? FileManager.default.removeItem(atPath: file) }
            _ = try await Broker.run(
                "openssl req -x509 -newkey rsa:2048 -nodes -keyout /dev/null -out '\(file)' -days 2 -subj /CN=other")
            var configuration = try configuration()
            configuration.caFile = file
            try await expectRefused(configuration)
        }

        @Test("without an authority, or with a file that is none, nothing is connected")
        func noAuthority() async throws {
            var configuration = try configuration()
            configuration.caFile = nil
            let error = await #expect(throws: AMQPError.self) {
                try await AMQPClient(configuration).inspect(queue: "q")
            }
            #expect(error?.code == .invalidConfiguration)
            configuration.caFile = "/dev/null"
            try await expectRefused(configuration)
        }

        private func configuration() throws -> AMQPConfiguration {
            var configuration = try Broker.configuration("AMQPS_URL")
            configuration.caFile = try TestVariable.value(of: "AMQP_CA_FILE")
            return configuration
        }

        private func expectRefused(_ configuration: AMQPConfiguration) async throws {
            let error = await #expect(throws: AMQPError.self) {
                try await AMQPClient(configuration).inspect(queue: "q")
            }
            #expect(error?.code == .tlsFailed && error?.isRetriable == false)
        }
    }
}
