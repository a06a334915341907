import HTTPService
import HTTPTypes
import InMemoryLogging
import Logging
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("The log of a call")
struct CallLogTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test("a start names its request, the verification that it made, and the caller's trace, but no phone")
    func start() async throws {
        let fixture = try APIFixture(logLevel: .debug)
        let answer = try await fixture.serve {
            try await $0.post(
                "/v1/verifications", #"{"phoneNumber":"+14155552123"}"#,
                [.traceparent: Self.parent, .tracestate: "phone=14155552123", .requestID: "call-7"])
        }
        let line = try #require(fixture.logs.entries.first { $0.message == "answered" })
        #expect(line.metadata["request"] == "call-7")
        #expect(line.metadata["verification"]?.description == answer["verificationId"]?.string)
        #expect(line.metadata["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(line.metadata["span_id"] == "00f067aa0ba902b7")
        #expect(!"\(fixture.logs.entries)".contains("4155552123"))
    }

    @Test("a start whose caller waits for the worker's word names its verification, whatever the word is")
    func waiting() async throws {
        let fixture = try APIFixture(logLevel: .debug, traces: true)
        let joined = VerificationID(high: 0x0190_0000_0000_7000, low: 0b10 << 62)
        let summary = LiveSummary(
            verification: joined, expiresAt: fixture.clock.now, resendAfter: fixture.clock.now, remainingSends: 4,
            remainingChecks: 5)
        let limited = LimitReached(
            limit: .sendsPerPhone, quota: RateLimit(5, per: .seconds(600)), retryAfter: .seconds(1),
            verification: joined)
        let words: [RequestAnswer] = [
            .duplicate(summary), .failed(reason: "no-credit"), .limited(limited), .refused(.kindNotAllowed),
        ]
        try await fixture.serve { api in
            for word in words {
                fixture.queue.answer { _ in word }
                _ = try await api.start("+14155552123", prefer: "wait=5")
            }
        }
        let made = fixture.queue.published.map(\.request.id)
        #expect(made.count == 4 && named(in: fixture) == [joined, made[1], joined, made[3]])
    }

    @Test("a check by phone names the verification whose code was tried")
    func checkByPhone() async throws {
        let fixture = try APIFixture(logLevel: .debug, traces: true)
        let id = try await fixture.serve { api in
            let id = try await fixture.started(api)
            for code in [try fixture.wrongCode(of: id), try fixture.code(of: id)] {
                _ = try await api.post("/v1/checks", #"{"phoneNumber":"+14155552123","code":"\#(code)"}"#)
            }
            return id
        }
        #expect(named(in: fixture) == [id, id, id])
    }

    /// The verifications that the calls' lines and their spans name, which have to agree.
    private func named(in fixture: APIFixture) -> [VerificationID?] {
        let lines = fixture.logs.entries.filter { $0.message == "answered" }.map { line in
            line.metadata["verification"].flatMap { VerificationID("\($0)") }
        }
        let spans = fixture.spans.all.map { span in
            span.attributes.lazy.compactMap { if case .verification(let id) = $0 { id } else { nil } }.first
        }
        #expect(lines == spans)
        return lines
    }

    @Test("calls about a verification name it, and without a traceparent there is no trace")
    func others() async throws {
        let fixture = try APIFixture(logLevel: .debug)
        let id = "019b7f3e-6000-7000-8000-000000000001"
        try await fixture.serve { api in
            _ = try await api.get("/v1/verifications/\(id)")
            _ = try await api.post("/v1/verifications/\(id)/checks", #"{"code":"123456"}"#)
            _ = try await api.get("/v1/verifications/14155552123")
        }
        let lines = fixture.logs.entries.filter { $0.message == "answered" }
        #expect(lines.map { $0.metadata["verification"]?.description } == [id, id, nil])
        #expect(lines.allSatisfy { $0.metadata["trace_id"] == nil && $0.metadata["span_id"] == nil })
    }
}
