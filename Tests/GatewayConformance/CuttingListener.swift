import NIOCore
import NIOPosix
import Synchronization

/// A server that reads so many octets of each connection and hangs up.
///
/// The operating system tells the client with a reset when octets are left unread.
final class CuttingListener: Sendable {
    private let channel: any Channel
    private let counter: Counter

    private init(channel: any Channel, counter: Counter) {
        self.channel = channel
        self.counter = counter
    }

    static func start() async throws -> CuttingListener {
        let counter = Counter()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(CuttingHandler(limit: counter.limit))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return CuttingListener(channel: channel, counter: counter)
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// Every connection from now on ends after so many octets.
    func cut(after octets: Int) { counter.limit = octets }

    func stop() async throws { try await channel.close().get() }

    private final class Counter: Sendable {
        private let state = Mutex(0)

        var limit: Int {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }
}

private final class CuttingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var left: Int

    init(limit: Int) {
        left = limit
    }

    func channelActive(context: ChannelHandlerContext) {
        goOn(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        left -= unwrapInboundIn(data).readableBytes
        goOn(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Reads no more than what is left, so that the rest stays unread.
    private func goOn(_ context: ChannelHandlerContext) {
        guard left > 0 else { return context.close(promise: nil) }
        let channel = context.channel
        channel.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: left))
            .whenComplete { _ in channel.read() }
    }
}
