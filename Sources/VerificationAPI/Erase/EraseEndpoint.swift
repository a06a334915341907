import HTTPService
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// `POST /v1/erasures`: forgets what this app has on record of a phone; a second call finds nothing and is no error.
///
/// The number is in the body, because proxies and servers write paths into their logs.
struct EraseEndpoint: HTTPResponder {
    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let (app, person) = try await api.administrator(calling: request)
        let phone = try await request.jsonObject(context).phoneNumber(RecordedNumbers(api.phones))
        let count = try await answered { () throws(OperatorError) in
            try await api.verifications.erase(phone, in: app.id, because: "", by: person)
        }
        return .json(.ok) { $0.member("erasedVerifications", is: count) }
    }
}
