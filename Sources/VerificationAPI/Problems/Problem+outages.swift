import HTTPService
import HTTPTypes
import StrictJSON
import VerificationCore

// What is wrong on our side, whatever the caller did.
extension Problem {
    /// This process lacks a key that another process has; this happens while an operator changes the keys.
    static var codeKeyUnavailable: Problem {
        var problem = Problem(
            .serviceUnavailable, code: "code-key-unavailable",
            detail: "This instance lacks a key that another one uses, and did nothing. Try again shortly.")
        problem.headers[.retryAfter] = retryAfter
        return problem
    }

    /// `detail`: what helps the caller; the log says what helps an operator.
    static func storageUnavailable(_ detail: String) -> Problem {
        var problem = Problem(.serviceUnavailable, code: "storage-unavailable", detail: detail)
        problem.headers[.retryAfter] = retryAfter
        return problem
    }

    /// Names the id when the broker may have the request, so that the caller can ask later for the outcome.
    static func notQueued(_ reason: QueueError, of id: VerificationID) -> Problem {
        var problem: Problem
        switch reason {
        case .unavailable:
            problem = Problem(
                .serviceUnavailable, code: "queue-unavailable",
                detail: "The queue is unavailable; nothing was accepted. Try again shortly.")
        case .full:
            problem = Problem(
                .serviceUnavailable, code: "queue-unavailable",
                detail: "The queue is full; nothing was accepted. Try again when workers have caught up.")
        case .unknown:
            problem = Problem(
                .serviceUnavailable, code: "queue-unconfirmed",
                detail:
                    "The queue may have the request, and may still send it; `GET` says so later. Repeat it with the same "
                    + "`Idempotency-Key`, or without a key within the app's `resendAfter`: neither sends a second SMS.")
            problem.members["verificationId"] = .string(id.description)
            problem.headers[.location] = id.location
        }
        problem.headers[.retryAfter] = retryAfter
        return problem
    }

    private static let retryAfter = "2"
}
