/// A piece of work that has ended, as tracing systems show it.
package struct Span: Sendable, Hashable {
    /// Who stands on which side; the raw values are OpenTelemetry's.
    package enum Kind: Int, Sendable, CaseIterable {
        /// Answers a caller who waits.
        case server = 2
        /// Calls another service, and waits for the answer.
        case client = 3
        /// Puts a message on a queue.
        case producer = 4
        /// Handles a message from a queue.
        case consumer = 5
    }

    /// The span's own name and its trace, which the spans under it carry on.
    package let context: TraceContext
    /// The span that caused this span; nil when the trace begins here.
    package let parent: SpanID?
    package let kind: Kind
    /// For example `POST /v1/verifications`; a name from a small set.
    package let name: String
    /// In nanoseconds since 1970, by this host's clock.
    package let startedAt: UInt64
    /// Never before `startedAt`.
    package let endedAt: UInt64
    package let attributes: [SpanAttribute]
    /// A stable identifier for why the work failed; nil when it did not.
    package let failure: String?

    package init(
        context: TraceContext, parent: SpanID?, kind: Kind, name: String, startedAt: UInt64, endedAt: UInt64,
        attributes: [SpanAttribute], failure: String?
    ) {
        self.context = context
        self.parent = parent
        self.kind = kind
        self.name = name
        self.startedAt = startedAt
        self.endedAt = max(startedAt, endedAt)
        self.attributes = attributes
        self.failure = failure
    }
}
