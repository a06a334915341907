import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

/// `POST /v1/verifications/{id}/checks`: says whether a code is right.
///
/// When many calls have the right code at once, exactly one call gets `200`. Once the verification has ended, every
/// code gets `409`. A call that repeats an earlier call's `Idempotency-Key` gets the earlier answer.
struct CheckEndpoint: HTTPResponder {
    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let key = try IdempotencyKey(in: request.headers)
        let object = try await request.jsonObject(context)
        let code = try object.code()
        let id = try api.verificationID(in: context)
        let result = try await CheckCode(api.ports).check(
            code, of: .request(id), in: app, clientIP: try object.optionalAddress("clientIp"), key: key)
        return try api.answer(to: result, nothingFound: .verificationNotFound)
    }

    /// `POST /v1/checks`: checks a code of the phone's live verification, for a backend that keeps no ids.
    struct ByPhone: HTTPResponder {
        let api: APIPorts

        func respond(to request: Request, context: CallContext) async throws -> Response {
            let app = try await api.app(calling: request)
            let key = try IdempotencyKey(in: request.headers)
            let object = try await request.jsonObject(context)
            let phone = try object.phoneNumber(RecordedNumbers(api.phones))
            let result = try await CheckCode(api.ports).check(
                try object.code(), of: .phone(PhoneKey(app: app.id, phone: phone.e164)), in: app,
                clientIP: try object.optionalAddress("clientIp"), key: key)
            context.isAbout(result.verification)
            return try api.answer(to: result, nothingFound: .noLiveVerification)
        }
    }
}

extension JSONObject {
    /// The code's digits: of a string, because a number has no leading zeros.
    fileprivate func code() throws(Problem) -> String {
        guard let code = self["code"]?.string.flatMap(CodeRecipe.code(typed:)) else { throw .invalidCodeFormat }
        return code
    }
}

extension APIPorts {
    /// The verification, when the check has approved it; throws a problem for every other result.
    ///
    /// `nothingFound`: the problem when no verification was found; it depends on how the caller named the verification.
    fileprivate func answer(
        to result: CheckResult<Unseen>, nothingFound: Problem
    ) throws(Problem) -> Response {
        switch result {
        case .approved(let report): return answer(report).response
        case .wrong(let report): throw .wrongCode(report)
        case .limited(let reached): throw .limited(reached)
        case .ended(let report): throw .verificationEnded(report.status)
        case .keyReused: throw .checkKeyReused
        case .missing(.queued): throw .verificationQueued
        case .missing(.expired): throw .verificationEnded(.expired)
        case .missing(.keyReused): throw .keyReused
        case .missing(.unknown): throw nothingFound
        }
    }
}

extension CheckResult<Unseen> {
    /// The verification whose code was tried; nil where nothing was tried.
    fileprivate var verification: VerificationID? {
        switch self {
        case .approved(let report), .wrong(let report): report.id
        case .limited, .ended, .keyReused, .missing: nil
        }
    }
}
