/// Begins the spans of a process.
///
/// Off, as it is by default, it begins no span and allocates nothing: every caller goes on with the context that it got.
package struct Tracer: Sendable {
    /// What a tracer that is on works with.
    package struct Source: Sendable {
        /// The host's time, in nanoseconds since 1970.
        let now: @Sendable () -> UInt64
        /// 64 random bits; need not be fit for secrets.
        let chance: @Sendable () -> UInt64
        /// Takes an ended span, and never waits.
        let take: @Sendable (Span) -> Void
        /// A trace begins when 64 random bits are below this; nil for every trace.
        let threshold: UInt64?
    }

    /// Begins no span.
    package static let off = Tracer(source: nil)

    private let source: Source?

    private init(source: Source?) {
        self.source = source
    }

    /// A tracer that is on.
    ///
    /// - Parameters:
    ///   - ratio: The share of calls without a caller's trace that begin a trace, from 0 to 1.
    ///   - now: The host's time, in nanoseconds since 1970.
    ///   - random: 64 random bits; need not be fit for secrets.
    ///   - take: Takes an ended span, and never waits.
    package init(
        ratio: Double, now: @escaping @Sendable () -> UInt64, random: @escaping @Sendable () -> UInt64,
        take: @escaping @Sendable (Span) -> Void
    ) {
        let threshold = ratio >= 1 ? nil : UInt64(max(0, ratio) * 0x1p64)
        self.init(source: Source(now: now, chance: random, take: take, threshold: threshold))
    }

    package var isOn: Bool { source != nil }

    /// Begins a span for work that a span of `parent` has caused; nil when off, and where the parent is not sampled.
    package func begin(_ kind: Span.Kind, under parent: TraceContext?) -> OpenSpan? {
        guard let source, let parent, parent.isSampled else { return nil }
        let context = TraceContext(
            traceID: parent.traceID, spanID: source.makeSpanID(), flags: parent.flags, tracestate: parent.tracestate)
        return OpenSpan(context, parent: parent.spanID, kind: kind, source: source)
    }

    /// The same for a call from outside: without a caller's trace, a share of the calls begins a trace.
    ///
    /// A caller who has not sampled its trace has decided for all: then nothing begins here.
    package func beginTrace(_ kind: Span.Kind, under caller: @autoclosure () -> TraceContext?) -> OpenSpan? {
        guard let source else { return nil }
        if let caller = caller() { return begin(kind, under: caller) }
        guard source.threshold.map({ source.chance() < $0 }) ?? true else { return nil }
        return OpenSpan(
            TraceContext(traceID: source.makeTraceID(), spanID: source.makeSpanID(), flags: 1), parent: nil, kind: kind,
            source: source)
    }
}

extension Tracer.Source {
    /// The last bits are never zero, so the whole never is.
    fileprivate func makeTraceID() -> TraceID { TraceID(high: chance(), low: max(1, chance())) }

    fileprivate func makeSpanID() -> SpanID { SpanID(bits: max(1, chance())) }
}

/// A piece of work that has begun; the tracer hears of it when it ends.
package final class OpenSpan: Sendable {
    /// The context that goes along to the process that continues this span's work.
    package let context: TraceContext
    private let parent: SpanID?
    private let kind: Span.Kind
    private let startedAt: UInt64
    private let source: Tracer.Source

    init(_ context: TraceContext, parent: SpanID?, kind: Span.Kind, source: Tracer.Source) {
        self.context = context
        self.parent = parent
        self.kind = kind
        self.source = source
        startedAt = source.now()
    }

    /// Hands the span to the tracer's exporter, which takes it or drops it, and never waits; call it once.
    ///
    /// - Parameters:
    ///   - name: A name from a small set, for example `POST /v1/verifications`.
    ///   - attributes: The attributes of the span.
    ///   - failure: A stable identifier for why the work failed; nil when it did not.
    package func end(_ name: String, with attributes: [SpanAttribute], failure: String? = nil) {
        source.take(
            Span(
                context: context, parent: parent, kind: kind, name: name, startedAt: startedAt, endedAt: source.now(),
                attributes: attributes, failure: failure))
    }
}
