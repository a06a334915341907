import NIOCore
import NIOHTTPTypes

/// Closes a connection whose call began, and then brings no part of its body for some time.
///
/// A connection between two calls may be silent for longer; see `KeepAlive`. A caller that stops in the middle of a
/// call would hold the call's task as long, also in a process that wants to end.
final class ArrivingBody: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let time: TimeAmount
    private var isArriving = false
    private var end: Scheduled<Void>?

    init(within time: TimeAmount) { self.time = time }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { isArriving = false } else { isArriving = true }
        context.fireChannelRead(data)
    }

    /// A call that arrived whole sets no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        end?.cancel()
        end =
            isArriving ? context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) } : nil
        context.fireChannelReadComplete()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end?.cancel()
        end = nil
    }
}
