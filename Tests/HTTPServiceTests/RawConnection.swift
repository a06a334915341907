import NIOCore
import NIOPosix

/// A caller that writes whatever bytes it likes.
struct RawConnection: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    init(port: Int) async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "localhost", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
    }

    /// Sends `first`, then `more` again and again for as long as the server takes it; returns all that the server said
    /// until it closed the connection.
    func talk(_ first: String, thenEndlessly more: String? = nil) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            // A server that has already closed says so below, by what it said or did not say.
            try? await outbound.write(ByteBuffer(string: first))
            return try await withThrowingTaskGroup(of: String?.self) { group in
                group.addTask {
                    var said = ByteBuffer()
                    do {
                        for try await part in inbound { said.writeImmutableBuffer(part) }
                    } catch {
                        // Closed with bytes of ours unread; what was said before counts.
                    }
                    return String(buffer: said)
                }
                if let more {
                    group.addTask {
                        // Ends with the connection: then writing throws.
                        while (try? await outbound.write(ByteBuffer(string: more))) != nil {}
                        return nil
                    }
                }
                return try await group.reduce(into: "") { $0 += $1 ?? "" }
            }
        }
    }
}
