import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import MetricsTestKit
import NIOCore
import StrictJSON
import Synchronization
import Testing

/// A surface of a few calls, over nothing but a count of the things that were made.
final class SurfaceFixture: Sendable {
    let logs: InMemoryLogHandler
    let metrics = TestMetrics()
    private let made = Mutex(0)
    private let change: @Sendable (inout Surface) -> Void

    init(logLevel: Logger.Level = .trace, _ change: @escaping @Sendable (inout Surface) -> Void = { _ in }) {
        var logs = InMemoryLogHandler()
        logs.logLevel = logLevel
        self.logs = logs
        self.change = change
    }

    /// How many bodies reached a call.
    var things: Int { made.withLock { $0 } }

    var surface: Surface {
        let handler = logs
        var surface = Surface(routes, logger: Logger(label: "surface", factory: { _ in handler }))
        surface.metrics = RequestMetrics(factory: metrics)
        change(&surface)
        return surface
    }

    private var routes: [Route] {
        [
            Route(.get, at: "/things") { _, _ in .json(.ok) { $0.member("things", is: self.things) } },
            Route(.post, at: "/things") { request, context in
                let thing = try await request.jsonObject(context)
                self.made.withLock { $0 += 1 }
                return .json(.created) { $0.member("members", is: thing.members.count) }
            },
            Route(.get, at: "/things/{id}") { _, _ in .json(.ok) { _ in } },
            Route(.post, at: "/bytes") { request, context in
                let bytes = try await request.bytes(context)
                return .json(.ok) { $0.member("bytes", is: bytes.count) }
            },
            Route(.post, at: "/refused") { _, _ in
                throw Problem(.unauthorized, code: "refused", detail: "Not even read.")
            },
            Route(.get, at: "/surprise") { _, _ in throw Surprise() },
            Route(.get, at: "/livez", to: LivenessPage()),
        ]
    }

    /// Runs `body` with a client that calls the router directly.
    func serve<Value>(_ body: @Sendable (any TestClientProtocol) async throws -> Value) async throws -> Value {
        try await Application(router: surface.makeRouter()).test(.router) { try await body($0) }
    }

    /// Serves the surface at a free port of this machine while `body` runs.
    func serveLive<Value: Sendable>(
        keepAlive: KeepAlive = .standard, _ body: @Sendable (_ port: Int) async throws -> Value
    ) async throws -> Value {
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "server", factory: { _ in SwiftLogNoOpLogHandler() })
        let server = WebServer(surface, host: "localhost", port: 0, keepAlive: keepAlive, logger: logger) {
            listens.yield($0)
        }
        return try await withThrowingTaskGroup { group in
            group.addTask {
                try? await server.run()
                listens.finish()
            }
            defer { group.cancelAll() }
            var ports = listening.makeAsyncIterator()
            return try await body(try #require(await ports.next(), "the server does not listen"))
        }
    }

    /// Says something over a real socket, and returns what the server said until it closed the connection.
    func talk(
        _ first: String, thenEndlessly more: String? = nil, keepAlive: KeepAlive = .standard
    ) async throws -> String {
        try await serveLive(keepAlive: keepAlive) { port in
            try await RawConnection(port: port).talk(first, thenEndlessly: more)
        }
    }

    /// An error that nobody foresaw; what it holds must be told to nobody.
    struct Surprise: Error { let secret = "+14155550123" }
}

extension TestResponse {
    /// The code of the problem that this is; nil when it is none.
    var problem: String? {
        guard headers[.contentType] == "application/problem+json" else { return nil }
        return text.firstMatch(of: #/"code":"([^"]*)"/#).map { String($0.1) }
    }

    var text: String { String(buffer: body) }
}

extension TestClientProtocol {
    /// Posts a text as JSON, unless `headers` call it something else.
    func post(_ path: String, _ body: String, _ headers: HTTPFields = [.contentType: "application/json"]) async throws
        -> TestResponse
    {
        try await execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
    }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(uri: path, method: .get, headers: headers)
    }
}
