import HTTPService
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing
import VerificationCore

@Suite("What one server takes", .timeLimit(.minutes(10)))
struct ServerLimitsTests {
    @Test("connections too many wait in the backlog until others have ended")
    func connections() async throws {
        try await serve(connections: 2) { port in
            var callers: [Caller] = []
            // The server takes those together that come together, so a few more than the limit.
            for _ in 1...16 { callers.append(try await Caller(port: port)) }
            await callers[0].answered()
            #expect(callers.contains { !$0.isAnswered })
            for caller in callers {
                await caller.answered()
                try await caller.close()
            }
        }
    }

    @Test("a network that holds enough connections gets no other, until one ends; other networks do not notice")
    func networks() async throws {
        try await serve(share: ConnectionShare(most: 2, proxies: [])) { port in
            let held = [try await Caller(port: port), try await Caller(port: port)]
            for caller in held {
                await caller.answered()
                #expect(caller.isAnswered)
            }
            let refused = try await Caller(port: port)
            await refused.answered()
            #expect(!refused.isAnswered, "it is closed at once")
            let other = try await Caller(port: port, from: "127.0.0.2")
            await other.answered()
            #expect(other.isAnswered)
            try await held[0].close()
            // The server hears of the end a moment later.
            var next = try await Caller(port: port)
            await next.answered()
            while !next.isAnswered {
                next = try await Caller(port: port)
                await next.answered()
            }
        }
    }

    @Test("a proxy holds the connections of many callers")
    func proxies() async throws {
        let proxy = try #require(IPNetwork("127.0.0.0/8"))
        try await serve(share: ConnectionShare(most: 1, proxies: [proxy])) { port in
            for _ in 1...3 {
                let caller = try await Caller(port: port)
                await caller.answered()
                #expect(caller.isAnswered)
            }
        }
    }

    /// Serves the pages of health while `body` runs; the server of HummingbirdTesting leaves the limits out.
    private func serve(
        connections: Int = ServerLimits.connections, share: ConnectionShare? = nil,
        _ body: (_ port: Int) async throws -> Void
    ) async throws {
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "server")
        let server = WebServer(
            Health().surface(logger: logger), host: "127.0.0.1", port: 0, connections: connections, share: share,
            logger: logger
        ) { listens.yield($0) }
        try await withThrowingTaskGroup { group in
            group.addTask { try? await server.run() }
            defer { group.cancelAll() }
            var ports = listening.makeAsyncIterator()
            try await body(try #require(await ports.next()))
        }
    }
}

/// Asks once, and keeps its connection open.
private final class Caller: Sendable {
    private let channel: any Channel
    private let answer: AsyncStream<Never>
    private let hasAnswer: Flag

    var isAnswered: Bool { hasAnswer.isSet }

    /// `address`: of this machine, where the connection begins; nil for the usual one.
    init(port: Int, from address: String? = nil) async throws {
        let (answer, continuation) = AsyncStream.makeStream(of: Never.self)
        let flag = Flag()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let address { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0)) }
        channel =
            try await bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        FirstBytes { isAnswer in
                            if isAnswer { flag.set() }
                            continuation.finish()
                        })
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        self.answer = answer
        hasAnswer = flag
        // A server that has closed the connection already says so by its end.
        try? await channel.writeAndFlush(ByteBuffer(string: "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")).get()
    }

    /// Waits for the answer, or for the end of the connection.
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

    private let tell: @Sendable (_ isAnswer: Bool) -> Void

    init(_ tell: @escaping @Sendable (_ isAnswer: Bool) -> Void) { self.tell = tell }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { tell(true) }

    func channelInactive(context: ChannelHandlerContext) { tell(false) }

    /// A connection that is reset ends; the test looks at nothing else.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
