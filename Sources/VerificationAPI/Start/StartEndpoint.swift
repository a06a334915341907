import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore
import Verifications

/// `POST /v1/verifications`: puts a request on the queue, and answers once the broker has confirmed the request.
///
/// With `Prefer: wait=N` it answers with the worker's answer, if that comes within N seconds.
struct StartEndpoint: HTTPResponder {
    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        try api.admit(app)
        let key = try IdempotencyKey(in: request.headers)
        let form = try RequestForm(reading: try await request.jsonObject(context), phones: api.phones)
        let wait = WaitPreference(request.headers)
        let started: Started
        do throws(RequestNotQueued) {
            started = try await StartVerification(api.ports).start(
                form, of: app, key: key, trace: context.trace(of: request), waiting: wait?.duration)
        } catch {
            context.isAbout(error.request)
            throw Problem.notQueued(error.problem, of: error.request)
        }
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
        }
    }
}

extension Started {
    /// The verification that the call led to, for the log.
    ///
    /// Where it led to none, for example because the number is refused, this is the id of its request, which is on record
    /// too.
    /// Nil for a call that made no request.
    var verification: VerificationID? {
        switch self {
        case .accepted(let request): request.id
        case .answered(let request, let word): word.verification ?? request.id
        case .repeated(let report): report.id
        case .keyReused, .refused: nil
        }
    }
}

extension RequestAnswer {
    fileprivate var verification: VerificationID? {
        switch self {
        case .sent(let summary, message: _, language: _), .duplicate(let summary), .retrying(let summary):
            summary.verification
        case .limited(let reached): reached.verification
        case .refused, .expired, .failed, .known, .keyReused: nil
        }
    }
}
