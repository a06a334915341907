import GatewayConformance
import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOCore
import Sandbox
import Testing
import VerificationTesting

/// What the sandbox shares with every other surface, and what it does otherwise.
@Suite("The sandbox as a surface", .timeLimit(.minutes(10)))
struct SandboxSurfaceTests {
    private let harness = SandboxHarness()
    private let logs = {
        var logs = InMemoryLogHandler()
        logs.logLevel = .trace
        return logs
    }()

    private func with(
        isPublic: Bool = true, over framework: TestingSetup = .router,
        _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let (clock, logs) = (harness.clock, logs)
        let surface = try SandboxRoutes(provider: harness.provider, isPublic: isPublic, now: { clock.now })
            .surface(logger: Logger(label: "sandbox", factory: { _ in logs }))
        try await Application(router: surface.makeRouter()).test(framework) { try await body($0) }
    }

    private func isProblem(_ response: TestResponse, _ code: String) -> Bool {
        response.headers[.contentType] == "application/problem+json"
            && String(buffer: response.body).contains(#""code":"\#(code)""#)
    }

    @Test("a body of 64 KiB is read, one byte more is refused and changes nothing")
    func bodyLimit() async throws {
        let sandbox = harness.provider
        let body = #"{"throttled":0.5}"#
        try await with { client in
            let largest = body + String(repeating: " ", count: 65_536 - body.utf8.count)
            let refused = try await client.execute(
                uri: "/api/behaviour", method: .put, body: ByteBuffer(string: largest + " "))
            #expect(refused.status == .contentTooLarge && isProblem(refused, "body-too-large"))
            #expect(sandbox.behaviour == SandboxBehaviour())
            let taken = try await client.execute(uri: "/api/behaviour", method: .put, body: ByteBuffer(string: largest))
            #expect(taken.status == .ok && sandbox.behaviour.throttled == 0.5)
        }
    }

    @Test("a body is read as JSON whatever its content type, as `curl -d` sends it")
    func contentType() async throws {
        let sandbox = harness.provider
        try await with { client in
            let response = try await client.execute(
                uri: "/api/behaviour", method: .put,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: #"{"unknown":1}"#))
            #expect(response.status == .ok && sandbox.behaviour.unknown == 1)
        }
    }

    @Test("an unknown path and a wrong method are problems, and tell what the path takes")
    func routes() async throws {
        try await with { client in
            let missing = try await client.execute(uri: "/nowhere", method: .get)
            #expect(missing.status == .notFound && isProblem(missing, "route-not-found"))
            let wrong = try await client.execute(uri: "/api/messages", method: .put)
            #expect(wrong.status == .methodNotAllowed && isProblem(wrong, "method-not-allowed"))
            #expect(wrong.headers[.allow] == "GET, DELETE, HEAD")
        }
    }

    @Test("nothing is kept by a browser or a proxy, of errors neither, and every answer has a name")
    func fields() async throws {
        try await with { client in
            for path in ["/", "/api/messages", "/api/behaviour", "/api/messages?limit=0", "/nowhere"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[.known("Referrer-Policy")] == "no-referrer")
                #expect(response.headers[.requestID] != nil)
            }
        }
    }

    @Test("a page that had its name looked up as this machine is not answered, unless the sandbox is public")
    func hosts() async throws {
        let inbox = harness.inbox
        _ = await harness.sandbox.send(.sample(), deadline: .seconds(1))
        try await with(isPublic: false, over: .ahc(.http)) { client in
            for host in ["evil.example", "localhost.evil.example:8026", "127.0.0.1.evil.example", "10.0.0.1"] {
                let response = try await client.execute(
                    uri: "/clear", method: .post, headers: [.known("Host"): host])
                #expect(response.status == .forbidden && isProblem(response, "foreign-host"))
            }
            for host in ["localhost", "localhost:8026", "127.0.0.1:8026", "[::1]:8026"] {
                #expect(try await client.execute(uri: "/", method: .get, headers: [.known("Host"): host]).status == .ok)
            }
        }
        #expect(inbox.total == 1)
        try await with(isPublic: true, over: .ahc(.http)) { client in
            let answer = try await client.execute(uri: "/", method: .get, headers: [.known("Host"): "sms.example"])
            #expect(answer.status == .ok)
        }
    }

    @Test("no log line tells a code, a number or a text, at any level")
    func logsNothing() async throws {
        _ = await harness.sandbox.send(.sample(1, phone: "+4915111111111", text: "Code 561001"), deadline: .seconds(1))
        try await with { client in
            for path in ["/", "/?phone=4915111111111", "/api/messages?phone=%2B4915111111111"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .ok)
            }
        }
        #expect(logs.entries.count >= 3)
        for secret in ["561001", "4915111111111", "Code"] { #expect(!"\(logs.entries)".contains(secret)) }
    }
}
