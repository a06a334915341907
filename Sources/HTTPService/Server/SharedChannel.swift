import HummingbirdCore
import Logging
import NIOCore
import VerificationCore

/// Closes a connection at once, before TLS, when its network holds too many.
struct SharedChannel<Base: ServerChildChannel>: ServerChildChannel {
    private struct TooMany: Error {}

    let base: Base
    let connections: SharedConnections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard let address = channel.remoteAddress?.ipAddress.flatMap(IPAddress.init) else {
            return base.setup(channel: channel, logger: logger)
        }
        guard connections.open(from: address) else {
            // NIO leaves a channel whose setup fails to whoever lets it fail.
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooMany())
        }
        channel.closeFuture.whenComplete { [connections] _ in connections.close(from: address) }
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
