import Synchronization
import Testing
import VerificationCore

@Suite("Beginning and ending spans")
struct TracerTests {
    private static let caller = TraceContext(
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "rojo=1")
    private static let unsampled = TraceContext(
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")

    @Test("a span is a child of its caller's span, in the same trace")
    func child() throws {
        let bench = TracerBench()
        let caller = try #require(Self.caller)
        let span = try #require(bench.tracer().begin(.producer, under: caller))
        #expect(span.context.traceID == caller.traceID && span.context.spanID != caller.spanID)
        #expect(span.context.isSampled && span.context.tracestate == "rojo=1")
        bench.pass(5)
        span.end("publish", with: [.bodySize(1)], failure: "unavailable")
        #expect(
            bench.ended == [
                Span(
                    context: span.context, parent: caller.spanID, kind: .producer, name: "publish", startedAt: 1_000,
                    endedAt: 1_005, attributes: [.bodySize(1)], failure: "unavailable")
            ])
    }

    @Test("a clock that goes back makes no span that ends before it begins")
    func clockGoesBack() throws {
        let bench = TracerBench()
        let span = try #require(bench.tracer().begin(.client, under: Self.caller))
        bench.pass(-7)
        span.end("send", with: [])
        #expect(bench.ended.map(\.endedAt) == [1_000])
    }

    @Test("off, no span begins, and nobody looks for the caller's trace")
    func off() {
        var looks = 0
        let caller: () -> TraceContext? = {
            looks += 1
            return Self.caller
        }
        #expect(Tracer.off.begin(.client, under: Self.caller) == nil)
        #expect(Tracer.off.beginTrace(.server, under: caller()) == nil && looks == 0)
    }

    @Test("a caller who has not sampled has decided, whatever the ratio")
    func unsampledCaller() {
        let tracer = TracerBench().tracer()
        #expect(tracer.begin(.consumer, under: Self.unsampled) == nil)
        #expect(tracer.beginTrace(.server, under: Self.unsampled) == nil)
        #expect(tracer.begin(.consumer, under: nil) == nil)
    }

    @Test("a caller who has sampled has decided too")
    func sampledCaller() {
        #expect(TracerBench().tracer(ratio: 0).beginTrace(.server, under: Self.caller)?.context.traceID != nil)
    }

    @Test(
        "without a caller's trace, the ratio decides by 64 random bits",
        arguments: [
            (1, UInt64.max, true), (0, 0, false), (0.5, 1 << 63 - 1, true), (0.5, 1 << 63, false),
            (0.25, 1 << 62 - 1, true), (0.25, 1 << 62, false),
        ] as [(Double, UInt64, Bool)])
    func ratio(ratio: Double, bits: UInt64, begins: Bool) {
        let span = TracerBench().tracer(ratio: ratio, random: { bits }).beginTrace(.server, under: nil)
        #expect((span != nil) == begins)
        #expect(span?.context.isSampled ?? true && span?.context.tracestate == nil)
    }

    @Test("a trace's and a span's id are never zero")
    func zero() throws {
        let span = try #require(TracerBench().tracer(random: { 0 }).beginTrace(.server, under: nil))
        #expect(TraceContext(traceparent: span.context.traceparent) == span.context)
    }
}

/// A clock, a random generator that counts, and the spans that have ended.
private final class TracerBench: Sendable {
    private let state = Mutex((now: UInt64(1_000), random: UInt64(0), ended: [Span]()))

    var ended: [Span] { state.withLock(\.ended) }

    func tracer(ratio: Double = 1, random: (@Sendable () -> UInt64)? = nil) -> Tracer {
        Tracer(
            ratio: ratio, now: { self.state.withLock(\.now) }, random: random ?? { self.next() },
            take: { span in self.state.withLock { $0.ended.append(span) } })
    }

    func pass(_ nanoseconds: Int) {
        state.withLock { $0.now = UInt64(Int($0.now) + nanoseconds) }
    }

    private func next() -> UInt64 {
        state.withLock { state in
            state.random += 1
            return state.random
        }
    }
}
