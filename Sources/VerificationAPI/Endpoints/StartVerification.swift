import HTTPTypes
import Hummingbird
import VerificationCore

/// `POST /v1/verifications`: puts a request on the queue, and answers once the broker has confirmed it.
struct StartVerification: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let key = try IdempotencyKey(in: request.headers)
        let form = try RequestForm(reading: try await request.jsonObject(context), phones: api.phones)
        try refuse(form.phone, app)
        let verification = try makeRequest(form, app, key)
        let trace = request.headers[.traceparent].flatMap(TraceContext.init)
        do throws(QueueProblem) {
            guard let wait = WaitPreference(request.headers) else {
                try await api.queue.publish(verification, context: trace)
                return AcceptedAnswer(request: verification).response
            }
            let answer = try await api.queue.publish(
                verification, context: trace, answerWithin: .seconds(wait.seconds))
            var response = await verdict(answer, verification)
            response.headers[.preferenceApplied] = "wait=\(wait.seconds)"
            return response
        } catch {
            throw Problem.notQueued(error, verification.id)
        }
    }

    /// What a worker would refuse as well; a caller that does not wait for its word learns it at once.
    private func refuse(_ phone: PhoneNumber, _ app: App) throws(Problem) {
        guard !phone.kind.cannotGetSMS else { throw .kindNotAllowed }
        if let test = app.testNumbers[phone.e164], test.isValid(at: api.now()) { return }
        if app.rules.isTesting { throw .refused(.testingMode) }
        guard app.rules.regions.contains(phone.region) else { throw .refused(.regionNotAllowed) }
    }

    private func makeRequest(
        _ form: RequestForm, _ app: App, _ key: IdempotencyKey?
    ) throws(Problem) -> VerificationRequest {
        let now = api.now()
        let random = api.keyRing.makeID(for: app.id, at: now, random: api.random())
        let request: (VerificationID?) throws(Problem) -> VerificationRequest = { id throws(Problem) in
            guard let id else { throw .keyMissing }
            return VerificationRequest(
                id: id, app: app.id, phone: form.phone, phoneSeal: api.keyRing.seal(form.phone, of: id),
                language: form.language, clientIP: form.clientIP, autofill: form.autofill, metadata: form.metadata,
                idempotencyKey: key, requestedAt: now, deadline: now + api.requestLife)
        }
        guard let key else { return try request(random) }
        return try request(api.keyRing.makeID(for: try request(random), key: key))
    }

    /// The worker's word; what was handled before is told from the record, if that can be read now.
    private func verdict(_ answer: RequestAnswer?, _ request: VerificationRequest) async -> Response {
        guard answer == .known else { return VerdictAnswer(request: request, answer: answer).response }
        switch try? await api.store.verification(request.id, of: request.app) {
        case .found(let report)?:
            return VerificationAnswer(report: report, maskedPhone: api.masked(report.phone), isRepeated: true).response
        case .keyReused?: return Problem.keyReused.response
        case .noSuchVerification?, nil: return AcceptedAnswer(request: request).response
        }
    }
}

extension IdempotencyKey {
    /// Nil when the caller gave none; throws on one that cannot be a key, and on two.
    fileprivate init?(in headers: HTTPFields) throws(Problem) {
        let fields = headers[values: .idempotencyKey]
        guard let text = fields.first else { return nil }
        guard fields.count == 1, let key = IdempotencyKey(text) else { throw .invalidIdempotencyKey }
        self = key
    }
}
