import HTTPTypes
import Hummingbird
import VerificationCore

/// `POST /v1/verifications`: puts a request on the queue, and answers once the broker has confirmed it.
struct StartVerification: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let form = try RequestForm(reading: try await request.jsonObject(context), phones: api.phones)
        guard !form.phone.kind.cannotGetSMS else { throw Problem.kindNotAllowed }
        let verification = try makeRequest(form, app)
        let trace = request.headers[.traceparent].flatMap(TraceContext.init)
        do throws(QueueProblem) {
            guard let wait = WaitPreference(request.headers) else {
                try await api.queue.publish(verification, context: trace)
                return AcceptedAnswer(request: verification).response
            }
            let answer = try await api.queue.publish(
                verification, context: trace, answerWithin: .seconds(wait.seconds))
            var response = VerdictAnswer(request: verification, answer: answer).response
            response.headers[.preferenceApplied] = "wait=\(wait.seconds)"
            return response
        } catch {
            throw Problem.notQueued(error, verification.id)
        }
    }

    private func makeRequest(_ form: RequestForm, _ app: App) throws(Problem) -> VerificationRequest {
        let now = api.now()
        let id = try makeID(app, at: now)
        return VerificationRequest(
            id: id, app: app.id, phone: form.phone, phoneSeal: api.keyRing.seal(form.phone, of: id),
            language: form.language, clientIP: form.clientIP, autofill: form.autofill, metadata: form.metadata,
            requestedAt: now, deadline: now + api.requestLife)
    }

    /// The one place where a request gets its id.
    private func makeID(_ app: App, at now: Timestamp) throws(Problem) -> VerificationID {
        guard let id = api.keyRing.makeID(for: app.id, at: now, random: api.random()) else { throw .keyMissing }
        return id
    }
}
