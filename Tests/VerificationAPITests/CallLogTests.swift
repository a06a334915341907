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
                "/v1/verifications", #"{"phoneNumber":"+14155550123"}"#,
                [.traceparent: Self.parent, .tracestate: "phone=14155550123", .requestID: "call-7"])
        }
        let line = try #require(fixture.logs.entries.first { $0.message == "answered" })
        #expect(line.metadata["request"] == "call-7")
        #expect(line.metadata["verification"]?.description == answer["verificationId"]?.string)
        #expect(line.metadata["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(line.metadata["span_id"] == "00f067aa0ba902b7")
        #expect(!"\(fixture.logs.entries)".contains("4155550123"))
    }

    @Test("calls about a verification name it, and without a traceparent there is no trace")
    func others() async throws {
        let fixture = try APIFixture(logLevel: .debug)
        let id = "019b7f3e-6000-7000-8000-000000000001"
        try await fixture.serve { api in
            _ = try await api.get("/v1/verifications/\(id)")
            _ = try await api.post("/v1/verifications/\(id)/checks", #"{"code":"123456"}"#)
            _ = try await api.get("/v1/verifications/14155550123")
        }
        let lines = fixture.logs.entries.filter { $0.message == "answered" }
        #expect(lines.map { $0.metadata["verification"]?.description } == [id, id, nil])
        #expect(lines.allSatisfy { $0.metadata["trace_id"] == nil && $0.metadata["span_id"] == nil })
    }
}
