import Hummingbird
import HummingbirdCore

extension Request {
    /// The host and port that the caller names, as it wrote them; nil where it names none.
    ///
    /// The host of a whole URL in the request line counts more than the field `Host` (RFC 9112, section 3.2.2).
    package var authority: String? {
        guard let host = uri.host else { return head.authority }
        return uri.port.map { "\(host):\($0)" } ?? host
    }
}
