import Hummingbird
import VerificationCore

/// `POST /v1/verifications/{id}/checks`: says whether a code is right.
///
/// Of many right codes at once exactly one gets `200`; once the verification has ended every code gets `409`. A call with
/// an `Idempotency-Key` that is made again has the answer of the first.
struct CheckCode: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let key = try IdempotencyKey(in: request.headers)
        let object = try await request.jsonObject(context)
        let code = try object.code()
        let id = try api.verificationID(in: context)
        let attempt = CheckAttempt(
            .request(id), of: app.id, code: api.typed(code, app), clientIP: try object.optionalAddress("clientIp"),
            rules: app.rules, idempotencyKey: key)
        return try await api.answer(to: try await api.store.check(attempt), of: app) { verdict in
            switch verdict {
            case .conflict: api.conflict(id, of: app)
            case .forgotten: problem(for: api.forgotten(id, of: app))
            case .noSuchVerification: problem(for: try await api.unseen(id, of: app))
            }
        }
    }

    private func problem(for unseen: UnseenRequest) -> Problem {
        switch unseen {
        case .queued: .verificationQueued
        case .expired: .verificationEnded(.expired)
        case .unknown: .verificationNotFound
        case .undecidable: .codeKeyUnavailable
        }
    }
}
