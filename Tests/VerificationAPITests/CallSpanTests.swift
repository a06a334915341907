import HTTPService
import HTTPTypes
import InMemoryLogging
import Logging
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("The span of a call")
struct CallSpanTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test("it is the caller's child, and what goes to the queue is the span's own")
    func start() async throws {
        let fixture = try APIFixture(logLevel: .debug, traces: true)
        let answer = try await fixture.serve {
            try await $0.post(
                "/v1/verifications", #"{"phoneNumber":"+14155552123"}"#,
                [.traceparent: Self.parent, .tracestate: "rojo=1"])
        }
        let span = try #require(fixture.spans.all.first)
        let caller = try #require(TraceContext(traceparent: Self.parent))
        #expect(fixture.spans.all.count == 1 && span.kind == .server && span.parent == caller.spanID)
        #expect(span.name == "POST /v1/verifications" && span.context.traceID == caller.traceID)
        let id = try #require(answer["verificationId"]?.string.flatMap(VerificationID.init))
        #expect(
            span.attributes == [.method("POST"), .status(202), .route("/v1/verifications"), .verification(id)])
        #expect(span.failure == nil)
        #expect(fixture.queue.published.map(\.context) == [span.context])
        let line = try #require(fixture.logs.entries.first { $0.message == "answered" })
        #expect(line.metadata["span_id"]?.description == "\(span.context.spanID)")
    }

    @Test("only an error of ours fails it; no word of the caller is in it")
    func words() async throws {
        let fixture = try APIFixture(traces: true)
        fixture.queue.fail(with: .unavailable)
        try await fixture.serve { api in
            _ = try await api.start("+14155552123")
            _ = try await api.get("/v1/verifications/+14155552123?phoneNumber=%2B14155552123")
            _ = try await api.get("/v1/14155552123")
            _ = try await api.call(.trace, "/v1/verifications", nil, nil, [:])
        }
        let spans = fixture.spans.all
        #expect(
            spans.map(\.name) == [
                "POST /v1/verifications", "GET /v1/verifications/{id}", "GET", "HTTP",
            ])
        #expect(spans.map(\.failure) == ["503", nil, nil, nil])
        #expect(!"\(spans)".contains("4155552123"))
    }

    @Test("probes and a caller's unsampled trace have none")
    func others() async throws {
        let fixture = try APIFixture(traces: true)
        let unsampled = String(Self.parent.dropLast()) + "0"
        try await fixture.serve { api in
            _ = try await api.get("/livez")
            _ = try await api.get("/openapi.json")
            _ = try await api.post(
                "/v1/verifications", #"{"phoneNumber":"+14155552123"}"#, [.traceparent: unsampled])
        }
        #expect(fixture.spans.all.isEmpty)
        #expect(fixture.queue.published.map(\.context?.traceparent) == [unsampled])
    }
}
