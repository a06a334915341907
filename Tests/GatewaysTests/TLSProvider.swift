import Connections
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization
import TestSupport

@testable import Gateways

/// A provider over TLS that answers every request with an empty object; without a certificate it is silent.
final class TLSProvider: Sendable {
    let connections = Atomic(0)
    let requests = Atomic(0)
    private let listener = Mutex<(any Channel)?>(nil)

    static func start(_ identity: TestIdentity?) async throws -> TLSProvider {
        let (provider, tls) = (TLSProvider(), identity?.server)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let tls else { return }
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(Answering(provider))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        provider.listener.withLock { $0 = channel }
        return provider
    }

    func line(host: String, trusting identity: TestIdentity?) throws -> HTTPLine {
        let place = try HTTPEndpoint.callable("https://\(host):\(port)/", setting: "url")
        var way = HTTPWay()
        way.trust = Self.trust(in: identity)
        return HTTPLine(to: place, connections: 1, way: way)
    }

    var port: Int { listener.withLock { $0?.localAddress?.port } ?? 0 }

    /// Trust in this certificate alone, or in those that the system trusts.
    static func trust(in identity: TestIdentity?) -> TrustedAuthorities {
        identity.map { TrustedAuthorities([$0.certificate], besidesSystem: false) } ?? .system
    }

    func stop() async throws {
        try await listener.withLock { $0 }?.close().get()
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let provider: TLSProvider

        init(_ provider: TLSProvider) { self.provider = provider }

        func channelActive(context: ChannelHandlerContext) {
            provider.connections.add(1, ordering: .relaxed)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            provider.requests.add(1, ordering: .relaxed)
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "2"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "{}")))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
