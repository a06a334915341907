import Foundation

extension ClientError {
    /// The error that an answer tells: a problem of the API, or an answer that is not the API's.
    init(_ answer: ClientResponse) {
        let isProblem = answer.headers["content-type"]?.lowercased().hasPrefix("application/problem+json") == true
        // A body that is no problem is an unexpected answer, whatever is wrong with it.
        if isProblem, let problem = try? JSONDecoder().decode(Problem.self, from: answer.body) {
            self.init(ClientErrorCode(rawValue: problem.code), detail: problem.detail ?? problem.code)
            (param, reason, remainingChecks) = (problem.param, problem.reason, problem.remainingChecks)
            verificationID = problem.verificationId
            verificationStatus = problem.verificationStatus.map(Verification.Status.init)
            retryAfter = problem.retryAfter.map(TimeInterval.init)
        } else {
            self.init(
                .unexpectedAnswer, detail: "The answer is not one of verifyd's API. Look at the URL and at proxies.")
        }
        status = answer.status
        requestID = answer.headers["request-id"]
        retryAfter = Self.seconds(answer.headers["retry-after"]) ?? retryAfter ?? RateLimit(answer)?.secondsToWait
    }

    /// An answer with a good status that cannot be read.
    static func unreadable(_ answer: ClientResponse) -> ClientError {
        var error = ClientError(
            .unexpectedAnswer, detail: "The answer has a good status, and is not what verifyd's API answers.")
        error.status = answer.status
        return error
    }

    /// A date, which only proxies send, is left to the client's own pauses: the clocks may differ.
    private static func seconds(_ field: String?) -> TimeInterval? {
        guard let field, let seconds = TimeInterval(field.trimmingCharacters(in: .whitespaces)), seconds.isFinite else {
            return nil
        }
        return max(0, seconds)
    }

    /// The members of an `application/problem+json` that programs go by.
    private struct Problem: Decodable {
        var code: String
        var detail: String?
        var param: String?
        var reason: String?
        var remainingChecks: Int?
        var retryAfter: Int?
        var verificationId: String?
        var verificationStatus: String?
    }
}
