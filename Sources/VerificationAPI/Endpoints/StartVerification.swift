import HTTPTypes
import Hummingbird
import VerificationCore

/// `POST /v1/verifications`: puts a request on the queue, and answers once the broker has confirmed it.
struct StartVerification: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        try api.door.admit(app, at: api.now())
        let key = try IdempotencyKey(in: request.headers)
        let form = try RequestForm(reading: try await request.jsonObject(context), phones: api.phones)
        try refuse(form.phone, app)
        let (verification, anew) = try makeRequest(form, app, key)
        let trace = request.headers[.traceparent].flatMap(TraceContext.init)
        do throws(QueueProblem) {
            guard let wait = WaitPreference(request.headers) else {
                try await api.queue.publish(verification, context: trace)
                return AcceptedAnswer(request: verification).response
            }
            var response = try await verdict(on: verification, orElse: anew, wait, trace)
            response.headers[.preferenceApplied] = "wait=\(wait.seconds)"
            return response
        } catch {
            throw Problem.notQueued(error, verification.id)
        }
    }

    /// What a worker would refuse as well; a caller that does not wait for its word learns it at once.
    private func refuse(_ phone: PhoneNumber, _ app: App) throws(Problem) {
        let isTestNumber = app.testNumber(phone.e164, at: api.now()) != nil
        guard let reason = app.rules.refusal(of: phone, isTestNumber: isTestNumber) else { return }
        throw reason == .kindNotAllowed ? .kindNotAllowed : .refused(reason)
    }

    /// The request, and for one with a key the same request under an id that was never used before.
    private func makeRequest(
        _ form: RequestForm, _ app: App, _ key: IdempotencyKey?
    ) throws(Problem) -> (VerificationRequest, anew: VerificationRequest?) {
        let now = api.now()
        let random = api.keyRing.makeID(for: app.id, at: now, random: api.random())
        let request: (VerificationID?) throws(Problem) -> VerificationRequest = { id throws(Problem) in
            guard let id else { throw .keyMissing }
            return VerificationRequest(
                id: id, app: app.id, phone: form.phone, phoneSeal: api.keyRing.seal(form.phone, of: id),
                language: form.language, clientIP: form.clientIP, autofill: form.autofill, metadata: form.metadata,
                idempotencyKey: key, requestedAt: now, deadline: now + api.requestLife)
        }
        let first = try request(random)
        guard let key else { return (first, nil) }
        return (try request(api.keyRing.makeID(for: first, key: key)), first)
    }

    /// The worker's word; what was handled before is told from the record, if that can be read now.
    ///
    /// A call that is repeated because the first one did nothing, held by a limit or erased since, is decided `anew`. Of
    /// two such repetitions at once one has the effect, and the key leads the other to it.
    private func verdict(
        on request: VerificationRequest, orElse anew: VerificationRequest?, _ wait: WaitPreference,
        _ trace: TraceContext?
    ) async throws(QueueProblem) -> Response {
        let answer = try await api.queue.publish(request, context: trace, answerWithin: .seconds(wait.seconds))
        guard answer == .known else { return VerdictAnswer(request: request, answer: answer).response }
        let found = try? await api.store.verification(request.id, of: request.app)
        if let anew, found?.didNothing == true { return try await verdict(on: anew, orElse: nil, wait, trace) }
        return switch found {
        case .found(let report)?:
            VerificationAnswer(report: report, maskedPhone: api.masked(report.phone), isRepeated: true).response
        case .keyReused?: Problem.keyReused.response
        case .forgotten?, .noSuchVerification?, nil: AcceptedAnswer(request: request).response
        }
    }
}

extension FoundVerification {
    fileprivate var didNothing: Bool {
        switch self {
        case .found(let report): report.request == .limited
        case .forgotten: true
        case .keyReused, .noSuchVerification: false
        }
    }
}
