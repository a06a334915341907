import HTTPService
import Hummingbird
import VerificationCore
import Verifications

/// `POST /v1/checks`: the same as `CheckEndpoint` for a backend that keeps no ids; it means the phone's live verification.
struct CheckPhoneEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let key = try IdempotencyKey(in: request.headers)
        let object = try await request.jsonObject(context)
        let phone = try api.phoneNumber(in: object)
        let checked = try await CheckCode(api.ports).check(
            try object.code(), of: .phone(PhoneKey(app: app.id, phone: phone.e164)), app,
            clientIP: try object.optionalAddress("clientIp"), key: key)
        return try api.answer(to: checked, nothingFound: .noLiveVerification)
    }
}
