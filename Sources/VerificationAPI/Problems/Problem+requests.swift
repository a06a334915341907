import HTTPTypes
import StrictJSON
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

    static let routeNotFound = Problem(.notFound, "route-not-found", "There is nothing at this path.")

    static func methodNotAllowed(_ allowed: String) -> Problem {
        var problem = Problem(.methodNotAllowed, "method-not-allowed", "This path takes \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }

    static let unsupportedMediaType = Problem(
        .unsupportedMediaType, "unsupported-media-type", "The body must be plain `application/json`.")

    static let bodyTooLarge = Problem(.contentTooLarge, "body-too-large", "The body may have at most 16,384 bytes.")

    static let bodyTooSlow = Problem(.requestTimeout, "body-too-slow", "The body must arrive within 10 seconds.")

    static let bodyUnreadable = Problem(.badRequest, "invalid-body", "The body broke off, or is no valid HTTP.")

    static func invalidJSON(_ problem: JSONProblem) -> Problem {
        Problem(.badRequest, "invalid-json", "The body is not strict JSON: \(problem.description).")
    }

    static let notAnObject = Problem(.badRequest, "invalid-json", "The body must be a JSON object.")

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
