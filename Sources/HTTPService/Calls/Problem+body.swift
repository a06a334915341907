import HTTPTypes
import StrictJSON

// What can be wrong with the body of any call.
extension Problem {
    static let unsupportedMediaType = Problem(
        .unsupportedMediaType, "unsupported-media-type", detail: "The body must be plain `application/json`.")

    static func bodyTooLarge(_ limits: BodyLimits) -> Problem {
        Problem(.contentTooLarge, "body-too-large", detail: "The body may have at most \(limits.kibibytes) KiB.")
    }

    static func bodyTooSlow(_ limits: BodyLimits) -> Problem {
        Problem(
            .requestTimeout, "body-too-slow",
            detail: "The body must arrive within \(limits.time.components.seconds) seconds.")
    }

    static let bodyUnreadable = Problem(.badRequest, "invalid-body", detail: "The body broke off, or is no valid HTTP.")

    static func invalidJSON(_ problem: JSONProblem) -> Problem {
        Problem(.badRequest, "invalid-json", detail: "The body is not strict JSON: \(problem.description).")
    }

    static let notAnObject = Problem(.badRequest, "invalid-json", detail: "The body must be a JSON object.")
}
