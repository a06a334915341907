import HTTPTypes
import Hummingbird
import InMemoryLogging
import Logging
import MetricsTestKit
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("What every answer of the API has")
struct EveryAnswerTests {
    @Test(
        "a wrong method is a 405 problem that lists the right ones",
        arguments: [
            ("DELETE", "/v1/verifications", "POST, GET, HEAD"), ("GET", "/v1/erasures", "POST"),
            ("PUT", "/v1/verifications/1", "GET, HEAD"), ("TRACE", "/v1/verifications/1/checks", "POST"),
            ("OPTIONS", "/v1/verifications/1/cancel", "POST"), ("PROPFIND", "/livez", "GET, HEAD"),
        ] as [(String, String, String)])
    func wrongMethod(method: String, path: String, allowed: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        let answer = try await APIFixture().serve { try await $0.call(method, path) }
        #expect(answer.status == 405)
        #expect(answer.problem == "method-not-allowed")
        #expect(answer.headers[.allow] == allowed)
    }

    @Test("a store that answers nonsense is a 500 problem, and the log says why")
    func brokenStore() async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve {
            $0.get("/broken") { _, _ -> String in throw StoreError.broken("no such table") }
        } _: {
            try await $0.get("/broken")
        }
        #expect(answer.problem == "internal-error")
        #expect("\(fixture.logs.entries)".contains("no such table"))
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("table"))
    }

    @Test("nothing is stored by caches")
    func noStore() async throws {
        try await APIFixture().serve { api in
            for answer in [try await api.start("+14155552123"), try await api.get("/nowhere")] {
                #expect(answer.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test("field names are the ones that are meant")
    func fieldNames() {
        let names: [HTTPField.Name] = [
            .prefer, .preferenceApplied, .idempotencyKey, .rateLimit, .rateLimitPolicy,
        ]
        #expect(
            names.map(\.rawName) == [
                "Prefer", "Preference-Applied", "Idempotency-Key", "RateLimit", "RateLimit-Policy",
            ])
    }

    @Test("metrics count by route template, method and status, whatever callers make up")
    func metrics() async throws {
        let fixture = try APIFixture()
        let made = try #require(HTTPRequest.Method("MADEUP"))
        try await fixture.serve { api in
            _ = try await api.start("+14155552123")
            _ = try await api.start("+1")
            for path in ["/a", "/b", "/c"] { _ = try await api.call(made, path) }
        }
        let counters = fixture.metrics.counters(label: "http_server_requests_total")
        #expect(
            Set(counters.map { $0.dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: " ") }) == [
                "route=/v1/verifications method=POST status=202", "route=/v1/verifications method=POST status=400",
                "route=NotFound method=other status=404",
            ])
        #expect(counters.map(\.totalValue).sorted() == [1, 1, 3])
        #expect(fixture.metrics.timers(label: "http_server_request_duration_seconds").count == 3)
    }

    @Test("no log line and no metric tells a number, a code or a key")
    func saysNothing() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            _ = try await api.check(id, fixture.wrongCode(of: id))
            _ = try await api.check(id, fixture.code(of: id))
            _ = try await api.get("/v1/verifications/\(id)")
            _ = try await api.start("+19002345678")
            let said = "\(fixture.logs.entries) \(fixture.metrics.counters.map(\.dimensions))"
            #expect(fixture.logs.entries.count >= 5)
            for secret in ["4155552123", "9002345678", try fixture.code(of: id), APIFixture.key] {
                #expect(!said.contains(secret))
            }
        }
    }

}
