import NIOCore
import NIOPosix

/// A port of this machine that refuses connections until a test opens it, and may be closed again.
final class LoopbackListener: Sendable {
    private let socket: ReservedPort
    private let channel = Watched<(any Channel)?>(nil)

    init() throws {
        socket = try ReservedPort()
    }

    var url: String { "http://127.0.0.1:\(socket.port)" }

    /// `setUp` adds the handlers of a new connection, on the connection's event loop.
    func open(_ setUp: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void) async throws {
        let opened = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture { try setUp(child.pipeline.syncOperations) }
            }
            .withBoundSocket(socket.takeDescriptor()).get()
        channel.change { $0 = opened }
    }

    func close() async throws {
        try await channel.change { channel in
            defer { channel = nil }
            return channel
        }?.close()
    }
}
