import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: spans", .timeLimit(.minutes(10)))
struct WorkerSpanTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    private let spans = RecordedSpans()

    private var bench: WorkerBench {
        var bench = WorkerBench()
        bench.tracer = spans.tracer
        return bench
    }

    @Test("each try has a span of the request's publisher, and the gateway's call a span within it")
    func tries() async throws {
        let bench = bench
        let context = try #require(TraceContext(traceparent: Self.parent))
        let request = try bench.requests.request()
        bench.recording.script(.refused(reason: "busy-line", .forNow))
        try await bench.run { _ in
            try await bench.queue.publish(request, context: context)
            await bench.queue.idle()
            bench.store.world.clock.advance(by: .seconds(120))
            bench.queue.elapse(.seconds(120))
            await bench.queue.idle()
        }
        let handled = spans.all.filter { $0.kind == .consumer }
        let calls = spans.all.filter { $0.kind == .client }
        #expect(handled.map(\.name) == Array(repeating: "process x:request:x.requests", count: 2))
        #expect(handled.map(\.parent) == [context.spanID, context.spanID])
        #expect(handled.map(\.failure) == ["busy-line", nil])
        #expect(handled.map { $0.attributes.contains(.outcome("sent")) } == [false, true])
        #expect(handled.allSatisfy { $0.attributes.contains(.message(request.id)) })
        #expect(calls.map(\.name) == ["send recording", "send recording"])
        #expect(calls.map(\.parent) == handled.map(\.context.spanID))
        #expect(calls.map(\.failure) == ["busy-line", nil])
        #expect(calls.map { $0.attributes.last } == [.attempt(1), .attempt(2)])
        #expect(bench.recording.calls.map(\.traceContext) == calls.map(\.context))
        #expect(Set(spans.all.map(\.context.traceID)) == [context.traceID])
        #expect(!"\(spans.all)".contains(request.phone.e164.dropFirst()))
    }

    @Test("a message that is no request has a span that says so; without a sampled trace there is none")
    func others() async throws {
        let bench = bench
        let unsampled = String(Self.parent.dropLast()) + "0"
        try await bench.run { _ in
            for context in [nil, TraceContext(traceparent: unsampled)] {
                try await bench.queue.publish(try bench.requests.request(), context: context)
            }
            try await bench.queue.publish(
                try bench.requests.request(app: "nobody"), context: TraceContext(traceparent: Self.parent))
            await bench.queue.idle()
        }
        #expect(spans.all.map(\.kind) == [.consumer] && spans.all.map(\.failure) == ["unknown-app"])
    }
}
