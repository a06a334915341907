import Hummingbird
import VerificationCore

/// `POST /v1/test-numbers`: adds a test number, `201`, or changes the one of the same phone, `200`.
struct SaveTestNumber: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request, in: .admin)
        let form = try TestNumberForm(
            reading: try await request.jsonObject(context), phones: api.phones, now: api.now())
        guard !form.phone.kind.cannotGetSMS else { throw Problem.kindNotAllowed }
        guard let id = api.keyRing.makeID(for: app.id, at: api.now(), random: api.random()),
            let number = form.number(id, sealedBy: api.keyRing, of: app.id)
        else { throw Problem.keyMissing }
        let limit = app.rules.maxTestNumbers
        switch try await api.testNumbers.save(number, of: app.id, limit: limit) {
        case .saved(let kept):
            return .json(kept.id == number.id ? .created : .ok) { TestNumberAnswer.write(kept, to: &$0) }
        case .tooMany: throw Problem.tooManyTestNumbers(limit)
        case .inUse: throw Problem.numberInUse
        }
    }
}
