import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore

/// A request of which nothing but its id is known.
enum UnseenAnswer {
    static func response(_ id: VerificationID, _ status: VerificationStatus) -> Response {
        .json(.ok) { writer in
            writer.member("verificationId", id.description)
            writer.member("status", status.rawValue)
        }
    }
}
