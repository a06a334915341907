import HTTPService
import HTTPTypes
import VerificationCore

// What can be wrong with a call before anybody looks for the verification it is about.
extension Problem {
    static var unauthorized: Problem {
        var problem = Problem(
            .unauthorized, "unauthorized", "Send a live API key as `Authorization: Bearer`, and nowhere else.")
        problem.headers[.wwwAuthenticate] = "Bearer"
        return problem
    }

    /// The key is live, and its scope is another; the field names them as RFC 6750 does.
    static func insufficientScope(_ needed: KeyScope) -> Problem {
        var problem = Problem(
            .forbidden, "insufficient-scope", "This call needs an API key of the scope `\(needed.rawValue)`.")
        problem.headers[.wwwAuthenticate] = #"Bearer error="insufficient_scope", scope="\#(needed.rawValue)""#
        return problem
    }

    static var kindNotAllowed: Problem {
        var problem = Problem(.badRequest, "invalid-phone-number", "Numbers of this kind cost extra or get no SMS.")
        problem.param = "phoneNumber"
        problem.reason = RefusalReason.kindNotAllowed.rawValue
        return problem
    }

    static var invalidIdempotencyKey: Problem {
        var problem = Problem(
            .badRequest, "invalid-idempotency-key",
            "`Idempotency-Key` must be given once, with 1 to 255 printable ASCII characters.")
        problem.param = "Idempotency-Key"
        return problem
    }

    static var invalidCodeFormat: Problem {
        var problem = Problem(
            .badRequest, "invalid-code-format",
            "`code` must be a string of 4 to 10 digits; this did not count as a try.")
        problem.param = "code"
        return problem
    }
}
