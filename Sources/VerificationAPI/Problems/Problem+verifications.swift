import HTTPService
import HTTPTypes
import StrictJSON
import VerificationCore

// What can be wrong with a verification.
extension Problem {
    /// A malformed id, an unknown id and another app's id get the same answer, so that a caller cannot tell them apart.
    static let verificationNotFound = Problem(
        .notFound, code: "verification-not-found", detail: "This app has no such verification.")

    static let noLiveVerification = Problem(
        .notFound, code: "verification-not-found", detail: "This phone has no verification that waits for its code.")

    /// No worker has seen the request yet, so there is nothing to check or cancel; the caller tries again in a second.
    static var verificationQueued: Problem {
        var problem = Problem(
            .conflict, code: "verification-queued",
            detail: "The verification still waits in the queue; try again shortly.")
        problem.headers[.retryAfter] = "1"
        problem.members["verificationStatus"] = .string(VerificationStatus.queued.rawValue)
        return problem
    }

    /// After a verification has ended, no code is right any more, not even the code that was sent.
    static func verificationEnded(_ status: VerificationStatus) -> Problem {
        var problem = Problem(.conflict, code: "verification-ended", detail: "The verification \(status.ending).")
        problem.members["verificationStatus"] = .string(status.rawValue)
        return problem
    }

    static func wrongCode(_ report: VerificationReport) -> Problem {
        var problem = Problem(.unprocessableContent, code: "invalid-code", detail: "This is not the code.")
        problem.param = "code"
        problem.members["remainingChecks"] = .integer(Int64(report.remainingChecks))
        problem.members["verificationStatus"] = .string(report.status.rawValue)
        return problem
    }

    static func limited(_ reached: LimitReached) -> Problem {
        let seconds = reached.retryAfter.wholeSecondsToWait
        var problem = Problem(.tooManyRequests, code: "limit-reached", detail: reached.sentence(seconds: seconds))
        problem.reason = reached.limit.rawValue
        problem.members["verificationId"] = .string(reached.verification.description)
        problem.tell(reached.quota, called: reached.limit.rawValue, seconds: seconds)
        return problem
    }

    /// The app asks far more often than it may send; the request does not reach the queue.
    static func tooManyRequests(_ quota: RateLimit, retryAfter: Duration) -> Problem {
        let seconds = retryAfter.wholeSecondsToWait
        var problem = Problem(
            .tooManyRequests, code: "too-many-requests",
            detail: "This app asks far more often than it may send; nothing was accepted. Ask again in \(seconds) s.")
        problem.tell(quota, called: "requests-per-app", seconds: seconds)
        return problem
    }

    /// Adds after how many seconds the caller may repeat the call, and which limit refused the call.
    private mutating func tell(_ quota: RateLimit, called name: String, seconds: Int) {
        members["retryAfter"] = .integer(Int64(seconds))
        headers[.retryAfter] = String(seconds)
        headers.tell(quota, called: name, left: 0, moreAfter: seconds)
    }

    /// The caller has used the same key for another start; nothing was done.
    static let keyReused = Problem(
        .unprocessableContent, code: "idempotency-key-reused",
        detail: "This `Idempotency-Key` belongs to a call that asked for something else; nothing was sent.")

    /// The caller has used the same key for a check of another code or verification; nothing was counted.
    static let checkKeyReused = Problem(
        .unprocessableContent, code: "idempotency-key-reused",
        detail: "This `Idempotency-Key` belongs to a check of another code or verification; nothing was counted.")

    /// `id`: the id of a request that a worker refused; nil when the API refused the call before it made an id.
    static func refused(_ reason: RefusalReason, of id: VerificationID? = nil) -> Problem {
        var problem = Problem(
            .forbidden, code: "verification-refused", detail: "This number is not served; nothing was sent.")
        problem.reason = reason.rawValue
        if let id { problem.members["verificationId"] = .string(id.description) }
        return problem
    }

    /// The worker met the request after its deadline; a repeated call makes a request with a new deadline.
    static func requestExpired(_ id: VerificationID) -> Problem {
        var problem = Problem(
            .conflict, code: "request-expired", detail: "The request expired in the queue; nothing was sent. Ask again."
        )
        problem.members["verificationId"] = .string(id.description)
        return problem
    }
}

extension VerificationStatus {
    /// How a verification ended, for people.
    fileprivate var ending: String {
        switch self {
        case .queued, .pending: "has ended"
        case .approved: "was approved before"
        case .approvedElsewhere: "was approved by the code of another request for the number"
        case .canceled: "was canceled"
        case .expired: "has expired"
        case .failed: "could not be sent"
        case .maxAttemptsReached: "had too many wrong codes"
        case .refused: "was refused"
        }
    }
}

extension HTTPFields {
    /// Adds the `RateLimit` fields: how many more a limit admits now, and in how many seconds it admits another.
    ///
    /// Example: a limit admits 5 in 600 s. It admits 2 now, and a third in 120 s. Then `RateLimit-Policy` is
    /// `"name";q=5;w=600`, and `RateLimit` is `"name";r=2;t=120`.
    mutating func tell(_ quota: RateLimit, called name: String, left: Int, moreAfter seconds: Int) {
        self[.rateLimitPolicy] = "\"\(name)\";q=\(quota.count);w=\(quota.interval.secondsRoundedUp)"
        self[.rateLimit] = "\"\(name)\";r=\(left);t=\(seconds)"
    }
}

extension Duration {
    /// Rounded up, and never 0, because 0 would invite a caller to come back at once.
    var wholeSecondsToWait: Int { max(1, secondsRoundedUp) }
}

extension LimitReached {
    /// Says for people which limit it is, how much it admits in what time, and in how many seconds it admits another.
    func sentence(seconds: Int) -> String {
        "\(who) \(quota.count) \(what) within \(quota.interval.secondsRoundedUp) s; one more is possible in \(seconds) s."
    }

    private var who: String {
        switch limit {
        case .sendsPerPhone, .wrongCodesPerPhone: "This phone has had"
        case .sendsPerVerification: "This verification has had"
        case .sendsPerIP: "This address has asked for"
        case .sendsPerPhoneAndIP: "This address has asked for this phone for"
        case .sendsPerProof: "Callers with one proof of the app have asked for"
        case .unprovenSends: "Callers without a proof of the app have asked for"
        case .sendsPerPrefix: "Numbers that begin like this one have had"
        case .sendsPerApp: "This app has sent"
        case .wrongCodesPerIP: "This address has tried"
        case .wrongCodesOfStrangers: "Other addresses than the first have tried"
        case .wrongCodesPerTestNumber: "Devices have tried for this test number"
        }
    }

    private var what: String {
        switch limit {
        case .sendsPerPhone, .sendsPerVerification, .sendsPerIP, .sendsPerPhoneAndIP, .sendsPerPrefix, .sendsPerProof,
            .unprovenSends, .sendsPerApp:
            "messages"
        case .wrongCodesPerPhone, .wrongCodesPerIP, .wrongCodesOfStrangers, .wrongCodesPerTestNumber: "wrong codes"
        }
    }
}
