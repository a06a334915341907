import Foundation
import Testing

@testable import AMQP

extension BrokerTests {
    @Suite("Peers that hang")
    struct HungPeerTests {
        @Test("more hung connections than cores hold up neither the others nor Swift's threads")
        func progress() async throws {
            let silent = try SilentServer()
            let configuration = try AMQPConfiguration(urls: "amqp://127.0.0.1:\(silent.port)")
            try await withQueue { queue, _, _ in
                let publisher = AMQPPublisher(try Broker.configuration())
                try await running(publisher) {
                    let start = ContinuousClock.now
                    async let hung = outcomes(of: ProcessInfo.processInfo.activeProcessorCount + 2) {
                        _ throws(AMQPError) in
                        _ = try await AMQPClient(configuration).inspect(queue: "q")
                    }
                    for number in 0..<100 {
                        try await publisher.publish(
                            AMQPMessage(body: [], messageID: "\(number)"), exchange: "", routingKey: queue)
                    }
                    #expect(ContinuousClock.now - start < configuration.handshakeDeadline)
                    #expect(await hung.values.allSatisfy { $0?.code == .timedOut })
                    #expect(ContinuousClock.now - start < configuration.handshakeDeadline * 2)
                }
            }
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
