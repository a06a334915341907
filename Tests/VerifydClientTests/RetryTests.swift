import Foundation
import Testing

@testable import VerifydClient

@Suite("trying a call again")
struct RetryTests {
    private let request = VerificationRequest(phoneNumber: "+4915112345678")

    @Test("goes on under one key after every answer that says nothing about the call")
    func repetition() async throws {
        let server = StandIn(
            .error(TimeIsOver()), .silence, .page, .json(502, "<html>", ["Content-Type": "text/html"]),
            .json(200, #"{"verificationId": "#), .queued)
        let retries = ClientRetries(deadline: 100, timeout: 5) { TimeInterval($0) }
        let started = try await server.client(retries).start(request, idempotencyKey: "sign-up-1009")
        #expect(started.status == .queued && server.requests.count == 6 && server.pauses == [1, 2, 3, 4, 5])
        #expect(Set(server.requests.map { $0.headers["Idempotency-Key"] }) == ["sign-up-1009"])
        #expect(Set(server.requests.map(\.body)).count == 1)
    }

    @Test(
        "waits as long as the server says, and its own pause on top",
        arguments: [
            (503, "queue-unavailable"), (503, "storage-unavailable"), (503, "code-key-unavailable"),
            (503, "queue-unconfirmed"), (429, "too-many-requests"),
        ])
    func wordOfTheServer(_ status: Int, _ code: String) async throws {
        let server = StandIn(.problem(status, code, retryAfter: 2), .queued)
        _ = try await server.client().start(request)
        #expect(server.pauses == [3])
        #expect(Set(server.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    @Test("ends before a pause that goes beyond the deadline, with what the server said last")
    func deadline() async throws {
        let server = StandIn(
            .problem(503, "queue-unconfirmed", #", "verificationId": "\#(id)""#, retryAfter: 4), .silence)
        let retries = ClientRetries(deadline: 10, timeout: 3) { TimeInterval($0) }
        let error = try await #require(throws: ClientError.self) {
            _ = try await server.client(retries).start(request, idempotencyKey: "k")
        }
        #expect(error.code == .noAnswer && error.isRetriable && error.idempotencyKey == "k")
        // 4 + 1 s of pause, 3 s of silence; 2 s more would end at the deadline.
        #expect(server.requests.map(\.timeout) == [3, 3] && server.pauses == [5])
        let unconfirmed = StandIn(.problem(503, "queue-unconfirmed", #", "verificationId": "\#(id)""#, retryAfter: 60))
        let told = try await #require(throws: ClientError.self) { _ = try await unconfirmed.client().start(request) }
        #expect(told.code == .queueUnconfirmed && told.verificationID == id && told.retryAfter == 60)
        #expect(told.idempotencyKey == unconfirmed.requests.first?.headers["Idempotency-Key"])
    }

    @Test("takes the wait of the call into account, and the time that is left")
    func timeouts() async throws {
        let server = StandIn(.silence)
        let retries = ClientRetries(deadline: 15, timeout: 10) { _ in 1 }
        _ = try await #require(throws: ClientError.self) { _ = try await server.client(retries).show(id, waiting: 10) }
        #expect(server.requests.map(\.timeout) == [20, 4])
    }

    @Test(
        "never repeats what has been decided",
        arguments: [
            StandIn.Reply.problem(422, "idempotency-key-reused"), .problem(400, "invalid-phone-number"),
            .problem(401, "unauthorized"), .problem(403, "verification-refused"), .problem(409, "request-expired"),
            .problem(429, "limit-reached", retryAfter: 1), .problem(500, "internal-error"),
            .json(301, "", ["Location": "https://login.example/"]), .json(404, "<html>", ["Content-Type": "text/html"]),
        ])
    func decision(_ reply: StandIn.Reply) async throws {
        let server = StandIn(reply, .queued)
        _ = try await #require(throws: ClientError.self) { _ = try await server.client().start(request) }
        #expect(server.requests.count == 1 && server.pauses.isEmpty)
    }

    @Test("an unknown code is kept, and a limit's own fields say how long to wait where nothing else does")
    func unknown() async throws {
        let limit = ["Content-Type": "application/problem+json", "RateLimit": "\"new\";r=0;t=7"]
        let server = StandIn(.json(429, #"{"code": "code-of-tomorrow"}"#, limit), .queued)
        _ = try await server.client().start(request)
        #expect(server.pauses == [8])
        let once = StandIn(.json(418, #"{"code": "code-of-tomorrow"}"#, limit))
        let error = try await #require(throws: ClientError.self) {
            _ = try await once.client(ClientRetries(tries: 1)).start(request)
        }
        #expect(error.code.rawValue == "code-of-tomorrow" && error.status == 418 && once.requests.count == 1)
    }

    @Test("pauses grow to five seconds, and chance parts many callers")
    func pauses() {
        let pauses = (1...2_000).map { ClientRetries.pause(afterTry: $0) }
        #expect(pauses.allSatisfy { (0.1...5).contains($0) } && pauses[0] <= 0.2 && Set(pauses).count > 1_000)
    }

    @Test("a cancelled task ends at once, also beside a transport that heeds nothing")
    func cancellation() async throws {
        let never = ClientTime(uptime: { 0 }, pause: { _ in }, expire: { _ in try await VerifydClientTests.never() })
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await FirstAnswer<Int>.of(within: 1, by: never) {
                begin.yield()
                return await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
            }
        }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let server = StandIn(.error(TimeIsOver()))
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await server.client().start(request)
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(server.requests.count <= 1)
    }

    @Test("a try ends when its time is over, also beside a transport that heeds nothing")
    func silence() async throws {
        let time = ClientTime(uptime: { 0 }, pause: { _ in }, expire: { _ in })
        await #expect(throws: TimeIsOver.self) {
            try await FirstAnswer<Int>.of(within: 1, by: time) {
                await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
            }
        }
    }
}
