import NIOCore
import NIOPosix

/// A server that takes connections and never says a word.
struct DeafListener {
    private let channel: any Channel

    static func start() async throws -> DeafListener {
        DeafListener(
            channel: try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get())
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func stop() async throws { try await channel.close().get() }
}
