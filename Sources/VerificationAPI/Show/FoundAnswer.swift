import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

/// What an id leads to, as the app that asks may see it.
struct FoundAnswer {
    let id: VerificationID
    let shown: FoundVerification<Unseen>
    let api: APIPorts

    /// Throws the problem when the id leads to nothing that this app may see.
    var response: Response {
        get throws(Problem) {
            switch shown {
            case .found(let report): api.answer(report).response
            case .missing(.queued): idAlone(.queued)
            case .missing(.expired): idAlone(.expired)
            case .missing(.keyReused): throw .keyReused
            case .missing(.unknown): throw .verificationNotFound
            }
        }
    }

    /// The store has no verification for the id, so the API can show nothing but the id and the status.
    private func idAlone(_ status: VerificationStatus) -> Response {
        .json(.ok) { writer in
            writer.member("verificationId", is: id.description)
            writer.member("requestId", is: id.description)
            writer.member("status", is: status.rawValue)
        }
    }
}
