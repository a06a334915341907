import HTTPService
import HTTPTypes
import StrictJSON
import VerificationCore

// What is nobody's fault who called.
extension Problem {
    /// Another process's ring holds a key that this one's lacks, as it is while keys are changed.
    static var codeKeyUnavailable: Problem {
        var problem = Problem(
            .serviceUnavailable, "code-key-unavailable",
            "This instance lacks a key that another one uses, and did nothing. Try again shortly.")
        problem.headers[.retryAfter] = retryAfter
        return problem
    }

    /// The ring lacks its own current key.
    static var keyMissing: Problem {
        var problem = internalError
        problem.logged = "the key ring does not hold the key"
        return problem
    }

    /// `detail`: the caller's share of the reason; the rest is an operator's and stands in the log.
    static func storageUnavailable(_ detail: String) -> Problem {
        var problem = Problem(.serviceUnavailable, "storage-unavailable", detail)
        problem.headers[.retryAfter] = retryAfter
        return problem
    }

    /// Names the id where the request may be on the queue nevertheless, for nobody can know then.
    static func notQueued(_ reason: QueueProblem, _ id: VerificationID) -> Problem {
        var problem: Problem
        switch reason {
        case .unavailable:
            problem = Problem(
                .serviceUnavailable, "queue-unavailable", "The queue is away; nothing was accepted. Try again shortly.")
        case .unknown:
            problem = Problem(
                .serviceUnavailable, "queue-unconfirmed",
                "The queue may have the request, and may still send it. `GET` tells later; asking again with the same "
                    + "`Idempotency-Key` is always safe, and without one within a minute.")
            problem.members["verificationId"] = .string(id.description)
            problem.headers[.location] = id.location
        }
        problem.headers[.retryAfter] = retryAfter
        return problem
    }

    private static let retryAfter = "2"
}
