import HTTPService
import HTTPTypes
import VerificationCore

// What can be wrong with a call before the store is asked for its verification.
extension Problem {
    static var unauthorized: Problem {
        var problem = Problem(
            .unauthorized, code: "unauthorized",
            detail: "Send a live API key as `Authorization: Bearer`, and nowhere else.")
        problem.headers[.wwwAuthenticate] = "Bearer"
        return problem
    }

    /// The key is valid, but its scope does not include the scope that the call needs.
    ///
    /// `WWW-Authenticate` has the form of RFC 6750.
    static func insufficientScope(_ needed: KeyScope) -> Problem {
        var problem = Problem(
            .forbidden, code: "insufficient-scope",
            detail: "This call needs an API key of the scope `\(needed.rawValue)`.")
        problem.headers[.wwwAuthenticate] = #"Bearer error="insufficient_scope", scope="\#(needed.rawValue)""#
        return problem
    }

    static var kindNotAllowed: Problem {
        var problem = Problem(
            .badRequest, code: "invalid-phone-number", detail: "Numbers of this kind cost extra or get no SMS.")
        problem.param = "phoneNumber"
        problem.reason = RefusalReason.kindNotAllowed.rawValue
        return problem
    }

    static var invalidIdempotencyKey: Problem {
        var problem = Problem(
            .badRequest, code: "invalid-idempotency-key",
            detail: "`Idempotency-Key` must be given once, with 1 to 255 printable ASCII characters.")
        problem.param = "Idempotency-Key"
        return problem
    }

    static var invalidCodeFormat: Problem {
        var problem = Problem(
            .badRequest, code: "invalid-code-format",
            detail: "`code` must be a string of 4 to 10 digits; this did not count as a try.")
        problem.param = "code"
        return problem
    }
}
