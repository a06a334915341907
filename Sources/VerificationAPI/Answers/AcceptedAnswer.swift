import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// The broker has the request; `GET` at `Location` tells later what became of it.
struct AcceptedAnswer {
    let request: VerificationRequest
    /// How long the app's rules let a number wait for its next SMS.
    let pause: Duration

    var response: Response {
        .json(.accepted, headers: [.location: request.id.location]) { writer in
            writer.member("verificationId", request.id.description)
            writer.member("requestId", request.id.description)
            writer.member("status", VerificationStatus.queued.rawValue)
            writer.member("phoneNumber", request.phone.masked)
            writer.member("requestedAt", request.requestedAt.rfc3339)
            // No worker has decided yet. If it sends, it sends now or later, so no other SMS can come before this.
            writer.member("resendAfter", (request.requestedAt + pause).rfc3339)
            writer.member("deadline", request.deadline.rfc3339)
        }
    }
}
