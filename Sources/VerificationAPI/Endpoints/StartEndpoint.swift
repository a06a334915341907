import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore
import Verifications

/// `POST /v1/verifications`: puts a request on the queue, and answers once the broker has confirmed the request.
///
/// With `Prefer: wait=N` it answers with the worker's word, if this word comes within N seconds.
struct StartEndpoint: HTTPResponder {
    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        try api.admit(app)
        let key = try IdempotencyKey(in: request.headers)
        let form = try RequestForm(reading: try await request.jsonObject(context), phones: api.phones)
        let wait = WaitPreference(request.headers)
        let started = await StartVerification(api.ports).start(
            form, of: app, key: key, trace: context.trace(of: request), waiting: wait?.duration)
        context.isAbout(started.verification)
        var response = try answer(to: started, app)
        if let wait { response.headers[.preferenceApplied] = wait.applied }
        return response
    }

    private func answer(to started: Started, _ app: App) throws(Problem) -> Response {
        let pause = app.rules.resendAfter
        switch started {
        case .accepted(let request): return AcceptedAnswer(request: request, pause: pause).response
        case .answered(let request, let word):
            return VerdictAnswer(request: request, pause: pause, answer: word).response
        case .repeated(let report): return api.answer(report, isRepeated: true).response
        case .keyReused: return Problem.keyReused.response
        case .refused(.kindNotAllowed): throw .kindNotAllowed
        case .refused(let reason): throw .refused(reason)
        case .notQueued(let problem, let id): throw .notQueued(problem, id)
        }
    }
}
