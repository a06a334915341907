import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// The worker's answer to a request, for a caller that waited for it.
struct VerdictAnswer {
    let request: VerificationRequest
    /// See `AcceptedAnswer`.
    let pause: Duration
    /// For `known` and nil the caller learns only that the broker has the request.
    let answer: RequestAnswer?

    /// `200` after a send, for a duplicate and for a failure; `202` while the outcome is open; otherwise a problem.
    ///
    /// A problem means that this request caused no SMS, and that the caller can do something about it.
    var response: Response {
        switch answer {
        case .sent(let summary, let message, let language):
            pending(.ok, of: summary, isDuplicate: false) { writer in
                if let language { writer.member("language", is: language) }
                writer.memberObject("message") { $0.member("status", is: message.rawValue) }
            }
        case .duplicate(let summary): pending(.ok, of: summary, isDuplicate: true)
        case .retrying(let summary):
            pending(.accepted, of: summary, isDuplicate: false, headers: [.location: request.id.location])
        case .failed(let reason): failed(reason)
        case .limited(let reached): Problem.limited(reached).response
        case .refused(let reason): Problem.refused(reason, of: request.id).response
        case .expired: Problem.requestExpired(request.id).response
        case .keyReused: Problem.keyReused.response
        case .known, nil: AcceptedAnswer(request: request, pause: pause).response
        }
    }

    private func pending(
        _ status: HTTPResponse.Status, of summary: LiveSummary, isDuplicate: Bool, headers: HTTPFields = [:],
        more: (inout JSONWriter) -> Void = { _ in }
    ) -> Response {
        var headers = headers
        if let left = summary.left {
            headers.tell(
                left.quota, called: left.limit.rawValue, left: left.count, moreAfter: left.moreAfter.wholeSecondsToWait)
        }
        return .json(status, headers: headers) { writer in
            writer.member("verificationId", is: summary.verification.description)
            writer.member("requestId", is: request.id.description)
            writer.member("status", is: VerificationStatus.pending.rawValue)
            writer.member("deduplicated", is: isDuplicate)
            writer.member("expiresAt", is: summary.expiresAt.rfc3339)
            writer.member("resendAfter", is: summary.resendAfter.rfc3339)
            writer.member("remainingSends", is: summary.remainingSends)
            writer.member("remainingChecks", is: summary.remainingChecks)
            more(&writer)
        }
    }

    /// A failure is `200`, because its cause is the number more often than this service.
    ///
    /// A `5xx` would make callers try again in vain.
    private func failed(_ reason: String) -> Response {
        .json(.ok) { writer in
            writer.member("verificationId", is: request.id.description)
            writer.member("requestId", is: request.id.description)
            writer.member("status", is: VerificationStatus.failed.rawValue)
            writer.member("reason", is: reason)
        }
    }
}

/// The broker has the request; `GET` at `Location` shows the outcome later.
struct AcceptedAnswer {
    let request: VerificationRequest
    /// How long the app's rules let a number wait for its next SMS.
    let pause: Duration

    var response: Response {
        .json(.accepted, headers: [.location: request.id.location]) { writer in
            writer.member("verificationId", is: request.id.description)
            writer.member("requestId", is: request.id.description)
            writer.member("status", is: VerificationStatus.queued.rawValue)
            writer.member("phoneNumber", is: request.phone.masked)
            writer.member("requestedAt", is: request.requestedAt.rfc3339)
            // No worker has decided yet. If it sends, it sends now or later, so no other SMS can come before this.
            writer.member("resendAfter", is: (request.requestedAt + pause).rfc3339)
            writer.member("deadline", is: request.deadline.rfc3339)
        }
    }
}
