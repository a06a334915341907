import HTTPService
import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// The broker has the request; `GET` at `Location` tells later what became of it.
struct AcceptedAnswer {
    let request: VerificationRequest

    var response: Response {
        .json(.accepted, headers: [.location: request.id.location]) { writer in
            writer.member("verificationId", request.id.description)
            writer.member("status", VerificationStatus.queued.rawValue)
            writer.member("phoneNumber", request.phone.masked)
            writer.member("requestedAt", request.requestedAt.rfc3339)
            writer.member("deadline", request.deadline.rfc3339)
        }
    }
}
