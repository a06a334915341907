import Hummingbird
import VerificationCore

/// `POST /v1/checks`: the same as `CheckCode` for a backend that keeps no ids; it means the phone's live verification.
struct CheckPhoneCode: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let key = try IdempotencyKey(in: request.headers)
        let object = try await request.jsonObject(context)
        let phone = try api.phoneNumber(in: object)
        let attempt = CheckAttempt(
            .phone(PhoneKey(app: app.id, phone: phone.e164)), of: app.id, code: api.typed(try object.code(), app),
            clientIP: try object.optionalAddress("clientIp"), rules: app.rules, idempotencyKey: key)
        // No id leads here, so none can have been taken by another request, or be in the queue yet.
        return try await api.answer(to: try await api.store.check(attempt), of: app) { _ in .noLiveVerification }
    }
}
