import NIOCore
import NIOPosix

/// A receiver of webhooks on this machine, for a gateway's messages or for events: answers each call at once.
package final class WebhookReceiver: Sendable {
    private let listener: any Channel

    /// The port on which it listens.
    package var port: Int { listener.localAddress?.port ?? 0 }

    /// Where the gateway posts to.
    package var url: String { "http://127.0.0.1:\(port)/" }

    private init(_ listener: any Channel) {
        self.listener = listener
    }

    /// Listens on a port, 0 for any free one.
    ///
    /// `takes`: gets each call before the receiver answers it.
    package static func listen(
        port: Int = 0, takes: @escaping @Sendable (HTTPMessageReader.Message) -> Void = { _ in }
    ) async throws -> WebhookReceiver {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(WebhookConnection(takes: takes))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        return WebhookReceiver(listener)
    }

    /// Returns when it has been closed.
    package func run() async {
        // However it ended, it has ended.
        try? await listener.closeFuture.get()
    }

    /// Takes no further connection; those that are open stay.
    package func close() async {
        // The only error says that it is closed already.
        try? await listener.close().get()
    }
}

/// A connection of a gateway.
private final class WebhookConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let answer = ByteBuffer(
        string: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"id\":\"x\"}")

    private let takes: @Sendable (HTTPMessageReader.Message) -> Void
    private var reader = HTTPMessageReader()

    init(takes: @escaping @Sendable (HTTPMessageReader.Message) -> Void) {
        self.takes = takes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reader.append(unwrapInboundIn(data))
        do {
            while let message = try reader.next() {
                takes(message)
                context.channel.writeAndFlush(Self.answer, promise: nil)
            }
        } catch {
            // Not a gateway of ours.
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The gateway has cut the connection.
        context.close(promise: nil)
    }
}
