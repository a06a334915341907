/// A piece of work that has begun; the tracer hears of it when it ends.
package final class OpenSpan: Sendable {
    /// What goes along to whoever works for this span.
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
    ///   - attributes: What the span tells.
    ///   - failure: A stable word for why the work failed; nil when it did not.
    package func end(_ name: String, _ attributes: [SpanAttribute], failure: String? = nil) {
        source.take(
            Span(
                context: context, parent: parent, kind: kind, name: name, startedAt: startedAt, endedAt: source.now(),
                attributes: attributes, failure: failure))
    }
}
