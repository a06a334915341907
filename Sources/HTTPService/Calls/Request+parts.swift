import HTTPTypes
import Hummingbird
import HummingbirdCore
import VerificationCore

extension Request {
    /// The host and port that the caller names, as it wrote them; nil where it names none.
    ///
    /// The host of a whole URL in the request line counts more than the field `Host` (RFC 9112, section 3.2.2).
    package var authority: String? {
        guard let host = uri.host else { return head.authority }
        return uri.port.map { "\(host):\($0)" } ?? host
    }
}

extension Request {
    /// The path as the caller wrote it, without the query.
    package var path: String { uri.path }
}

extension Request {
    /// The caller's trace context; nil when the request has none, or a malformed one.
    package var traceContext: TraceContext? {
        headers.text(of: .traceparent).flatMap {
            TraceContext(traceparent: $0, tracestate: headers.text(of: .tracestate))
        }
    }
}
