import HTTPService
import Hummingbird
import VerificationCore
import Verifications

/// `POST /v1/test-numbers`: adds a test number, `201`, or changes the one of the same phone, `200`.
struct SaveTestNumberEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request, in: .admin)
        let form = try TestNumberForm(
            reading: try await request.jsonObject(context), phones: api.phones, now: api.ports.now())
        switch try await TestNumbers(api.ports).save(form, of: app) {
        case .saved(let number, let isNew):
            return .json(isNew ? .created : .ok) { TestNumberAnswer.write(number, to: &$0) }
        case .cannotGetSMS: throw Problem.kindNotAllowed
        case .tooMany(let limit): throw Problem.tooManyTestNumbers(limit)
        case .inUse: throw Problem.numberInUse
        case .keyMissing: throw Problem.keyMissing
        }
    }
}
