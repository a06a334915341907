import NIOCore
import NIOPosix

/// A keep-alive connection of a load, with at most one call under way.
final class CallConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let source: any LoadSource
    private var reader = HTTPMessageReader()

    private init(_ source: any LoadSource) {
        self.source = source
    }

    /// Opens a connection, by default to a port of this machine.
    static func open(
        _ source: any LoadSource, host: String = "127.0.0.1", port: Int, on loop: any EventLoop
    ) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(CallConnection(source))
                }
            }
            .connect(host: host, port: port)
    }

    func channelActive(context: ChannelHandlerContext) {
        goOn(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reader.append(unwrapInboundIn(data))
        do {
            while let answer = try reader.next() {
                source.answered(answer, to: context.channel)
                goOn(context)
            }
        } catch {
            // After such bytes the client cannot know where the next answer begins.
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        source.ended(context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A connection that the other end has cut is counted by the source.
        context.close(promise: nil)
    }

    private func goOn(_ context: ChannelHandlerContext) {
        guard let call = source.next(for: context.channel) else { return }
        context.channel.writeAndFlush(call, promise: nil)
    }
}

/// Decides what the connections of a load call, and gets their answers; each function runs on the event loop.
protocol LoadSource: Sendable {
    /// The next call of a connection that waits for no answer; nil when there is nothing to call at the moment.
    func next(for connection: any Channel) -> ByteBuffer?

    /// The connection's last call has been answered.
    func answered(_ answer: HTTPMessageReader.Message, to connection: any Channel)

    /// The connection has ended; an answer may be missing.
    func ended(_ connection: any Channel)
}
