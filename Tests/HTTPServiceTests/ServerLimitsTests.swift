import HTTPService
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@Suite("What one server takes", .timeLimit(.minutes(10)))
struct ServerLimitsTests {
    @Test("connections too many wait in the backlog until others have ended")
    func connections() async throws {
        // The server of HummingbirdTesting leaves the limit out.
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "server")
        let server = WebServer(
            Health().surface(logger: logger), host: "127.0.0.1", port: 0, connections: 2, logger: logger
        ) { listens.yield($0) }
        try await withThrowingTaskGroup { group in
            group.addTask { try? await server.run() }
            var ports = listening.makeAsyncIterator()
            let port = try #require(await ports.next())
            var callers: [Caller] = []
            // The server takes those together that come together, so a few more than the limit.
            for _ in 1...16 { callers.append(try await Caller(port: port)) }
            await callers[0].answered()
            #expect(callers.contains { !$0.isAnswered })
            for caller in callers {
                await caller.answered()
                try await caller.close()
            }
            group.cancelAll()
        }
    }
}

/// Asks once, and keeps its connection open.
private final class Caller: Sendable {
    private let channel: any Channel
    private let answer: AsyncStream<Never>
    private let hasAnswer: Flag

    var isAnswered: Bool { hasAnswer.isSet }

    init(port: Int) async throws {
        let (answer, continuation) = AsyncStream.makeStream(of: Never.self)
        let flag = Flag()
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        FirstBytes {
                            flag.set()
                            continuation.finish()
                        })
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        self.answer = answer
        hasAnswer = flag
        try await channel.writeAndFlush(ByteBuffer(string: "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")).get()
    }

    func answered() async { for await _ in answer {} }

    func close() async throws { try await channel.close() }
}

private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}

private final class FirstBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { tell() }
}
