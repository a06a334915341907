import HTTPTypes

// What can be wrong with a call before any route of the surface gets it.
extension Problem {
    static let routeNotFound = Problem(.notFound, "route-not-found", detail: "There is nothing at this path.")

    static func methodNotAllowed(_ allowed: String) -> Problem {
        var problem = Problem(.methodNotAllowed, "method-not-allowed", detail: "This path takes \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }

    /// Hummingbird refuses the call with an error of its own.
    static func refusedByHTTP(_ status: HTTPResponse.Status) -> Problem {
        Problem(status, "request-failed", detail: "The request cannot be answered.")
    }
}
