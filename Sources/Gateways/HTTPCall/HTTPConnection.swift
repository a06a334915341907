import NIOCore
import NIOHTTP1
import NIOTLS

/// Carries one call after the other over one connection; everything here runs on the pool's event loop.
final class HTTPConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    /// How long TLS may take to come up.
    private static let handshakeTimeout = TimeAmount.seconds(5)
    /// A longer body ends the call; an answer that was accepted stays accepted.
    private static let maxBodyBytes = 65_536

    /// Tells the connections of a pool apart.
    let number: Int
    /// The call under way.
    private(set) var call: HTTPCall?
    private var progress = HTTPCallEnd.Progress.notLeft
    /// Whether all of the request has left; an answer may come before.
    private var isWritten = false
    private var staysOpen = false
    /// What has to come about before the first call.
    private var (isAdopted, isActive, isSecure) = (false, false, false)
    private var isOpened = false
    /// What ended the connection before its first call.
    private var fault: any Error = ChannelError.eof
    private var handshakeTimer: Scheduled<Void>?
    private let pool: HTTPConnectionPool
    /// Nil before and after the channel's life.
    private var context: ChannelHandlerContext?

    init(number: Int, pool: HTTPConnectionPool, usesTLS: Bool) {
        self.number = number
        self.pool = pool
        isSecure = !usesTLS
    }

    /// Says that this is the connection that was made: of a name with several addresses, several may be tried at once.
    func adopt() {
        isAdopted = true
        guard context?.channel.isActive == true else { return pool.notOpened(fault) }
        openIfReady()
    }

    /// Sends a request over the idle connection.
    func carry(_ call: HTTPCall) {
        guard let context else { return call.end(.notLeft) }
        (self.call, progress, isWritten, staysOpen) = (call, .notLeft, false, false)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { self.wrote(call.ticket, with: $0) }
        context.write(wrapOutboundOut(.head(call.request.head)), promise: nil)
        if let body = call.request.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    /// Ends the call under way as far as it has come, and closes the connection.
    func fail(_ failure: any Error) {
        end(failure)
        close()
    }

    func close() { context?.close(promise: nil) }

    /// A request whose end was not written has certainly not been carried out, even when its beginning has left.
    private func wrote(_ ticket: UInt64, with result: Result<Void, any Error>) {
        guard call?.ticket == ticket else { return }
        switch result {
        case .success:
            isWritten = true
            if case .notLeft = progress { progress = .left }
        case .failure(let failure):
            fail(failure)
        }
    }

    private func end(_ failure: (any Error)? = nil) {
        call?.end(progress, because: failure)
        call = nil
    }
}

// MARK: What happens on the channel

extension HTTPConnection {
    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        isActive = true
        if isSecure { return openIfReady() }
        handshakeTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.handshakeTimeout) {
            self.fault = HTTPCallError.handshakeTimeout
            self.close()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent else { return }
        handshakeTimer?.cancel()
        isSecure = true
        openIfReady()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            staysOpen = head.isKeepAlive && call?.request.endsConnection == false
            progress = .answered(
                HTTPReply(status: Int(head.status.code), retryAfter: head.headers.first(name: "retry-after")))
        case .body(let part): read(part)
        case .end: finish()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fault = error
        fail(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        handshakeTimer?.cancel()
        end()
        guard isAdopted else { return }
        if isOpened { pool.lost(self) } else { pool.notOpened(fault) }
    }

    private func openIfReady() {
        guard isAdopted, isActive, isSecure, !isOpened else { return }
        isOpened = true
        pool.opened(self)
    }

    private func read(_ part: ByteBuffer) {
        guard case .answered(var reply) = progress else { return }
        guard reply.body.count + part.readableBytes <= Self.maxBodyBytes else {
            end()
            return close()
        }
        reply.body.append(contentsOf: part.readableBytesView)
        progress = .answered(reply)
    }

    /// A connection whose request was answered before it had left entirely carries no further call.
    private func finish() {
        guard call != nil else { return }
        end()
        if staysOpen, isWritten { pool.offer(self) } else { close() }
    }
}
