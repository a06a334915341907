import NIOCore
import NIOPosix

/// A single `GET` of a page on this machine.
final class PageFetch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let page: EventLoopPromise<ByteBuffer>
    private var reader = HTTPMessageReader()

    private init(_ page: EventLoopPromise<ByteBuffer>) {
        self.page = page
    }

    /// The page's body; throws when there is no server, or no page.
    static func get(_ path: String, port: Int) async throws -> ByteBuffer {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let page = loop.makePromise(of: ByteBuffer.self)
        let connecting = ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PageFetch(page))
                }
            }
            .connect(host: "127.0.0.1", port: port)
        connecting.whenFailure { page.fail($0) }
        connecting.whenSuccess { channel in
            let call = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
            channel.writeAndFlush(ByteBuffer(string: call), promise: nil)
        }
        return try await page.futureResult.get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reader.append(unwrapInboundIn(data))
        do {
            guard let answer = try reader.next() else { return }
            if answer.status == 200 { page.succeed(answer.body) } else { page.fail(ChannelError.eof) }
        } catch {
            page.fail(error)
        }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Without effect when the page has come.
        page.fail(ChannelError.eof)
    }
}
