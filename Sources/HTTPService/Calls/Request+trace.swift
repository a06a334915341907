import HTTPTypes
import Hummingbird
import VerificationCore

extension Request {
    /// The caller's trace context; nil when the request has none, or a malformed one.
    package var traceContext: TraceContext? {
        headers.text(of: .traceparent).flatMap {
            TraceContext(traceparent: $0, tracestate: headers.text(of: .tracestate))
        }
    }
}
