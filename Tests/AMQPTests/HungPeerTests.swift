import Foundation
import TestSupport
import Testing

@testable import AMQP

extension BrokerTests {
    @Suite("Peers that hang")
    struct HungPeerTests {
        @Test("more hung connections than cores hold up neither the others nor Swift's threads")
        func progress() async throws {
            let silent = try SilentServer()
            var hanging = try AMQPConfiguration(urls: "amqp://127.0.0.1:\(silent.port)")
            try await withQueue { queue, _, _ in
                let publisher = AMQPPublisher(try Broker.configuration())
                try await running(publisher) {
                    try await withTimeEnough([.seconds(3), .seconds(20)]) { deadline in
                        hanging.handshakeDeadline = deadline
                        let (published, ended) = try await times(of: publisher, queue, beside: hanging)
                        return published < deadline && ended < deadline * 2
                    }
                }
            }
        }

        /// How long a hundred publishes take beside clients that hang, and how long until the last client has given up.
        private func times(
            of publisher: AMQPPublisher, _ queue: String, beside hanging: AMQPConfiguration
        ) async throws -> (published: Duration, ended: Duration) {
            let start = ContinuousClock.now
            async let hung = outcomes(of: ProcessInfo.processInfo.activeProcessorCount + 2) { _ throws(AMQPError) in
                _ = try await AMQPClient(hanging).inspect(queue: "q")
            }
            for number in 0..<100 {
                try await publisher.publish(
                    AMQPMessage(body: [], messageID: "\(number)"), exchange: "", routingKey: queue,
                    within: Broker.patience)
            }
            let published = ContinuousClock.now - start
            #expect(await hung.values.allSatisfy { $0?.code == .timedOut })
            return (published, .now - start)
        }
    }
}

/// Accepts connections and never says a word.
private final class SilentServer {
    let port: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        port = Int(address.sin_port.bigEndian)
        try #require(bound)
    }

    deinit { close(descriptor) }
}
