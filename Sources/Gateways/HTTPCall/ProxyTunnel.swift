import NIOCore

/// Asks a proxy for a tunnel to the server, before anything else happens on the connection.
///
/// It stands first in the pipeline and holds back `channelActive` until the proxy has agreed. So TLS begins in the
/// tunnel, and a connection whose tunnel fails has carried no byte of any message.
final class ProxyTunnel: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// As long as a connection without a proxy may take.
    private static let timeLimit = TimeAmount.seconds(5)
    /// The longest head of an answer.
    private static let mostBytes = 16_384
    private static let endOfHead = Array("\r\n\r\n".utf8)

    private enum State { case asking, open, failed }

    private let request: String
    private var state = State.asking
    private var received = ByteBuffer()
    private var timer: Scheduled<Void>?

    /// - Parameters:
    ///   - authority: The server's host and port, for example `sms.example:443`.
    ///   - authorization: The value of `Proxy-Authorization`; nil for none.
    init(to authority: String, authorization: String?) {
        let proof = authorization.map { "proxy-authorization: \($0)\r\n" } ?? ""
        request = "CONNECT \(authority) HTTP/1.1\r\nhost: \(authority)\r\nuser-agent: verifyd\r\n\(proof)\r\n"
    }

    func channelActive(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeLimit) {
            self.fail(.proxyTimeout, in: context)
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .open: context.fireChannelRead(data)
        // What a proxy says after its refusal, for example a page for people.
        case .failed: break
        case .asking:
            received.writeImmutableBuffer(unwrapInboundIn(data))
            readAnswer(context)
        }
    }

    /// What stands behind has nothing to do before the tunnel is open.
    func channelReadComplete(context: ChannelHandlerContext) {
        if case .open = state { context.fireChannelReadComplete() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(.proxyClosed, in: context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    /// An answer to `CONNECT` that agrees has no body: what follows its head comes through the tunnel.
    private func readAnswer(_ context: ChannelHandlerContext) {
        while let end = received.readableBytesView.firstRange(of: Self.endOfHead) {
            guard let status = Self.status(received.readableBytesView) else { return fail(.notAProxy, in: context) }
            received.moveReaderIndex(to: end.upperBound)
            switch status {
            // An answer before the answer.
            case 100..<200: continue
            case 200..<300: return open(context)
            default: return fail(.proxyRefused(status: status), in: context)
            }
        }
        if received.readableBytes > Self.mostBytes { fail(.notAProxy, in: context) }
    }

    private func open(_ context: ChannelHandlerContext) {
        state = .open
        timer?.cancel()
        context.fireChannelActive()
        // A server speaks second, so this is nothing that TLS can use, and TLS says so.
        if received.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(received)) }
        received = ByteBuffer()
    }

    /// Without effect when the tunnel is open or has failed.
    private func fail(_ fault: HTTPCallError, in context: ChannelHandlerContext) {
        guard case .asking = state else { return }
        state = .failed
        timer?.cancel()
        context.fireErrorCaught(fault)
        context.close(promise: nil)
    }

    /// The number in `HTTP/1.1 200 …`; nil for the beginning of something else.
    private static func status(_ head: ByteBufferView) -> Int? {
        let line = Array(head.prefix(12))
        guard line.count == 12, line.starts(with: "HTTP/1.".utf8), line[8] == UInt8(ascii: " "),
            line[9...].allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Int(String(decoding: line[9...], as: UTF8.self))
    }
}
