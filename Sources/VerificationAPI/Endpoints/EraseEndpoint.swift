import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

/// `POST /v1/erasures`: forgets what this app has on record of a phone; a second call finds nothing and is no error.
///
/// The number is in the body, because proxies and servers write paths into their logs.
struct EraseEndpoint: HTTPResponder {
    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request, in: .admin)
        let phone = try await request.jsonObject(context).phoneNumber(RecordedNumbers(api.phones))
        let count = try await ErasePhone(api.ports).erase(phone, of: app)
        return .json(.ok) { $0.member("erasedVerifications", count) }
    }
}
