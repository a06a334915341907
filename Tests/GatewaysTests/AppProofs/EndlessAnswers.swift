import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// A server over HTTP/2 that answers each request with the status 200, and with a body that never comes.
///
/// It writes its frames byte by byte (RFC 9113, section 4.1).
final class EndlessAnswers: Sendable {
    private let listener: any Channel

    private init(_ listener: any Channel) { self.listener = listener }

    static func start(_ identity: TestIdentity) async throws -> EndlessAnswers {
        let tls = identity.http2Server
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    try pipeline.addHandler(Answering())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return EndlessAnswers(channel)
    }

    var port: Int { listener.localAddress?.port ?? 0 }

    func stop() async throws { try await listener.close().get() }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private static let prefaceLength = 24
        private static let (headers, settings): (UInt8, UInt8) = (1, 4)
        private static let (acknowledges, endsHeaders): (UInt8, UInt8) = (1, 4)
        /// `:status: 200` by its number in the static table (RFC 7541, appendix A).
        private static let good: UInt8 = 0x88

        private var read = ByteBuffer()
        private var hasPreface = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var new = unwrapInboundIn(data)
            read.writeBuffer(&new)
            if !hasPreface {
                guard read.readSlice(length: Self.prefaceLength) != nil else { return }
                hasPreface = true
                write(Self.settings, flags: 0, stream: 0, payload: [], in: context)
            }
            while let (type, flags, stream) = nextFrame() {
                if type == Self.settings, flags & Self.acknowledges == 0 {
                    write(Self.settings, flags: Self.acknowledges, stream: 0, payload: [], in: context)
                }
                if type == Self.headers {
                    write(Self.headers, flags: Self.endsHeaders, stream: stream, payload: [Self.good], in: context)
                }
            }
        }

        /// Takes a whole frame from what has been read, and drops its payload.
        private func nextFrame() -> (type: UInt8, flags: UInt8, stream: UInt32)? {
            let start = read.readerIndex
            guard let high = read.readInteger(as: UInt8.self), let low = read.readInteger(as: UInt16.self),
                let type = read.readInteger(as: UInt8.self), let flags = read.readInteger(as: UInt8.self),
                let stream = read.readInteger(as: UInt32.self),
                read.readSlice(length: Int(high) << 16 | Int(low)) != nil
            else {
                read.moveReaderIndex(to: start)
                return nil
            }
            return (type, flags, stream)
        }

        private func write(
            _ type: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8], in context: ChannelHandlerContext
        ) {
            var frame = ByteBuffer(bytes: [0, 0, UInt8(payload.count), type, flags])
            frame.writeInteger(stream)
            frame.writeBytes(payload)
            context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
