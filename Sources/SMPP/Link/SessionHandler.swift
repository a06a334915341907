import NIOCore

/// Tells the link's driver what happens on one connection.
///
/// Everything here runs on the event loop, which is also where the driver lives.
final class SessionHandler: ChannelInboundHandler {
    typealias InboundIn = PDUFrame

    private let driver: LinkDriver
    private let connection: Int

    init(driver: LinkDriver, connection: Int) {
        self.driver = driver
        self.connection = connection
    }

    func channelActive(context: ChannelHandlerContext) {
        let (channel, connection) = (context.channel, connection)
        driver.assumeIsolated { $0.opened(connection, on: channel) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let (frame, connection) = (Self.unwrapInboundIn(data), connection)
        driver.assumeIsolated { $0.received(frame, on: connection) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        let connection = connection
        driver.assumeIsolated { $0.receivedAll(on: connection) }
    }

    /// An SMSC that asks and does not read the answers is read no further until it does.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.channel.setOption(ChannelOptions.autoRead, value: context.channel.isWritable)
            .whenFailure { _ in /* A closed channel reads nothing anyway. */ }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let connection = connection
        driver.assumeIsolated { $0.failed(error, on: connection) }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        let connection = connection
        driver.assumeIsolated { $0.lost(connection) }
    }
}
