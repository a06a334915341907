import Synchronization
import VerificationCore

/// The spans that have ended, for a test that looks at them.
package final class RecordedSpans: Sendable {
    private let spans = Mutex<[Span]>([])

    package init() {}

    /// In the order in which they ended.
    package var all: [Span] { spans.withLock { $0 } }

    /// Every call without a caller's trace begins a trace; the time stands still.
    package var tracer: Tracer {
        Tracer(
            ratio: 1, now: { 1_767_225_600_000_000_000 }, random: { .random(in: 0 ... .max) },
            take: { span in self.spans.withLock { $0.append(span) } })
    }
}
