import HTTPTypes

// What can be wrong with a call before a surface has seen it.
extension Problem {
    static let routeNotFound = Problem(.notFound, "route-not-found", "There is nothing at this path.")

    static func methodNotAllowed(_ allowed: String) -> Problem {
        var problem = Problem(.methodNotAllowed, "method-not-allowed", "This path takes \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }

    /// HTTP itself refuses the call, below what a surface sees of it.
    static func refusedByHTTP(_ status: HTTPResponse.Status) -> Problem {
        Problem(status, "request-failed", "The request cannot be answered.")
    }
}
