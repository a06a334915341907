import AsyncHTTPClient
import Glibc
import NIOCore
import StrictJSON
import VerificationCore

/// Reads what a call came to as one of the four outcomes.
///
/// The head of an answer settles it, whatever then becomes of the body: a 2xx is an acceptance even when its body is
/// cut off, too long or no JSON, and must never lead to a second SMS.
struct WebhookVerdict: Sendable {
    let serverErrorsMeanNotSent: Bool

    func outcome(of reply: HTTPReply, failure: (any Error)?, now: Timestamp) -> SendOutcome {
        if let status = reply.status { return outcome(of: status, reply, now: now) }
        return reply.hasLeft
            ? .unknown(reason: Self.lossReason(failure))
            : .refused(reason: Self.connectReason(failure), mayRetry: true)
    }

    private func outcome(of status: Int, _ reply: HTTPReply, now: Timestamp) -> SendOutcome {
        switch status {
        case 200..<300:
            .accepted(id: Self.id(in: reply.body))
        case 429, 503:
            .throttled(after: reply.retryAfter.flatMap { RetryAfter.wait($0, now: now) })
        case 408, 409, 425:
            // It says itself that it has not done it: came too slowly, collides, came too early.
            .refused(reason: "status-\(status)", mayRetry: true)
        case 303:
            // "Done, see there": whatever was done.
            .unknown(reason: "status-303")
        case 300..<500:
            // Redirects too: a URL that has moved is the operator's to change, and no retry will.
            .refused(reason: "status-\(status)", mayRetry: false)
        default:
            serverErrorsMeanNotSent
                ? .refused(reason: "status-\(status)", mayRetry: true) : .unknown(reason: "status-\(status)")
        }
    }

    /// The receiver's id under one of the usual names; nil when there is none that can be stored.
    private static func id(in body: [UInt8]) -> String? {
        guard !body.isEmpty, let answer = try? JSONValue(parsing: body) else { return nil }
        for name in ["id", "sid", "message_id"] {
            if let number = answer[name]?.integer { return String(number) }
            if let id = answer[name]?.string, !id.isEmpty, id.utf8.count <= 255 { return id }
        }
        return nil
    }

    /// Why a call that had left has no answer.
    private static func lossReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case let error as HTTPClientError where error == .deadlineExceeded: "timeout"
        default: "connection-lost"
        }
    }

    /// Why a call never left.
    static func connectReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case let error as HTTPClientError where error == .deadlineExceeded: "no-connection-in-time"
        case let error as HTTPClientError where error == .connectTimeout: "connect-timeout"
        case let error as HTTPClientError where error == .tlsHandshakeTimeout: "tls-failed"
        case let error as IOError where error.errnoCode == ECONNREFUSED: "connection-refused"
        case let error? where isTLS(error): "tls-failed"
        default: "not-connected"
        }
    }

    /// The TLS library's errors are many and only told to people, so where they come from has to do.
    private static func isTLS(_ error: any Error) -> Bool {
        String(reflecting: type(of: error)).hasPrefix("NIOSSL.")
    }
}
