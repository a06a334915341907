import StrictJSON
import VerificationCore

/// What a receiver of OTLP says to a call.
enum OTLPAnswer: Sendable, Hashable {
    /// It has taken the spans except `rejected` of them; `reason` is the receiver's own text.
    case taken(rejected: Int, reason: String?)
    /// It will never take them.
    case refused(status: Int)
    /// It may take them later.
    case busy(status: Int, after: Duration?)
    /// It may or may not have them, or it could not be reached; a receiver takes the same span twice.
    case unanswered(reason: String)

    /// OTLP names the statuses after which the same call may be repeated.
    init(status: Int, retryAfter: Duration?, body: [UInt8]) {
        switch status {
        case 200..<300:
            let partial = Self.partialSuccess(body)
            self = .taken(rejected: partial?.rejected ?? 0, reason: partial?.reason)
        case 429, 502, 503, 504: self = .busy(status: status, after: retryAfter)
        default: self = .refused(status: status)
        }
    }

    /// Nil if the body names no rejected spans, or is no JSON.
    private static func partialSuccess(_ body: [UInt8]) -> (rejected: Int, reason: String?)? {
        // The receiver has taken the spans, whatever its body says.
        guard let partial = (try? JSONValue(parsing: body))?["partialSuccess"] else { return nil }
        // The JSON of Protocol Buffers writes 64 bits as a text, and allows a number.
        let rejected = partial["rejectedSpans"].flatMap { $0.string.flatMap { Int($0) } ?? $0.integer.map { Int($0) } }
        return (max(0, rejected ?? 0), partial["errorMessage"]?.string)
    }
}
