import HTTPService
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

/// NIO ends the process when a connection was accepted and is dropped before a task answers its calls.
@Suite("A server that stops while callers connect", .timeLimit(.minutes(10)))
struct StoppingServerTests {
    enum Stop: CaseIterable { case gracefully, atOnce }

    private static let callers = 48

    @Test("goes on to its end, and closes what it accepted", arguments: Stop.allCases)
    func closes(stop: Stop) async throws {
        for _ in 1...40 { try await meetCallers(stop) }
    }

    @Test("closes a connection between two calls at once, however long it might stay open", arguments: Stop.allCases)
    func atRest(stop: Stop) async throws {
        let logger = Logger(label: "server", factory: { _ in SwiftLogNoOpLogHandler() })
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let server = WebServer(
            Health().surface(logger: logger), host: "127.0.0.1", port: 0, keepAlive: KeepAlive(betweenCalls: .hours(1)),
            logger: logger
        ) { listens.yield($0) }
        let group = ServiceGroup(services: [server], logger: logger)
        let running = Task { try await group.run() }
        var ports = listening.makeAsyncIterator()
        let port = try #require(await ports.next())
        let (answers, answered) = AsyncStream.makeStream(of: Void.self)
        let connection = try await connect(port).get()
        try await connection.pipeline.addHandler(AnswerCount { answered.yield() }).get()
        try await connection.writeAndFlush(ByteBuffer(string: "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        var iterator = answers.makeAsyncIterator()
        await iterator.next()
        switch stop {
        case .gracefully: await group.triggerGracefulShutdown()
        case .atOnce: running.cancel()
        }
        try await connection.closeFuture.get()
        // A server that was cancelled ends with an error.
        _ = await running.result
    }

    private func meetCallers(_ stop: Stop) async throws {
        let logger = Logger(label: "server", factory: { _ in SwiftLogNoOpLogHandler() })
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let server = WebServer(
            Health().surface(logger: logger), host: "127.0.0.1", port: 0, logger: logger
        ) { listens.yield($0) }
        let group = ServiceGroup(services: [server], logger: logger)
        let running = Task { try await group.run() }
        var ports = listening.makeAsyncIterator()
        let port = try #require(await ports.next())
        let calls = (1...Self.callers).map { _ in connect(port) }
        _ = try await calls[0].get()
        switch stop {
        case .gracefully: await group.triggerGracefulShutdown()
        case .atOnce: running.cancel()
        }
        for call in calls {
            // The server no longer listens when a late caller comes.
            guard let connection = try? await call.get() else { continue }
            try await connection.closeFuture.get()
        }
        // A server that was cancelled ends with an error.
        _ = await running.result
    }

    private func connect(_ port: Int) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port)
    }
}

/// Tells of everything that arrives.
private final class AnswerCount: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let arrived: @Sendable () -> Void

    init(_ arrived: @escaping @Sendable () -> Void) { self.arrived = arrived }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { arrived() }
}
