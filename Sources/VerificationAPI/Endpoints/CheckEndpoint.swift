import HTTPService
import Hummingbird
import VerificationCore
import Verifications

/// `POST /v1/verifications/{id}/checks`: says whether a code is right.
///
/// Of many right codes at once exactly one gets `200`; once the verification has ended every code gets `409`. A call with
/// an `Idempotency-Key` that is made again has the answer of the first.
struct CheckEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let key = try IdempotencyKey(in: request.headers)
        let object = try await request.jsonObject(context)
        let code = try object.code()
        let id = try api.verificationID(in: context)
        let checked = try await CheckCode(api.ports).check(
            code, of: .request(id), app, clientIP: try object.optionalAddress("clientIp"), key: key)
        return try api.answer(to: checked, nothingFound: .verificationNotFound)
    }
}
