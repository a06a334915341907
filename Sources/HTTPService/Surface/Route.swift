import HTTPTypes
import Hummingbird

/// A call of a surface: its method and path, and what answers it.
package struct Route: Sendable {
    package let method: HTTPRequest.Method
    /// For example `/v1/verifications/{id}`: a segment in braces matches any segment.
    package let path: String
    let responder: any HTTPResponder<CallContext>

    package init(_ method: HTTPRequest.Method, at path: String, to responder: any HTTPResponder<CallContext>) {
        self.method = method
        self.path = path
        self.responder = responder
    }

    /// Makes a route that a closure answers.
    package init(
        _ method: HTTPRequest.Method, at path: String,
        to answer: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) {
        self.init(method, at: path, to: CallbackResponder(callback: answer))
    }

    /// Whether the route's path fits this path, whatever the method.
    package func matches(_ path: String) -> Bool {
        let own = self.path.split(separator: "/")
        let given = path.split(separator: "/")
        return own.count == given.count && zip(own, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

extension [Route] {
    /// The methods that `Allow` names for a path, separated by commas; nil when no route has the path.
    func allowedMethods(at path: String) -> String? {
        let methods = filter { $0.matches(path) }.map(\.method)
        guard !methods.isEmpty else { return nil }
        return (methods.contains(.get) ? methods + [.head] : methods).map(\.rawValue).joined(separator: ", ")
    }
}

// What can be wrong with a call before any route of the surface gets it.
extension Problem {
    static let routeNotFound = Problem(.notFound, code: "route-not-found", detail: "There is nothing at this path.")

    static func methodNotAllowed(_ allowed: String) -> Problem {
        var problem = Problem(.methodNotAllowed, code: "method-not-allowed", detail: "This path takes \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }

    /// Hummingbird refuses the call with an error of its own.
    static func refusedByHTTP(_ status: HTTPResponse.Status) -> Problem {
        Problem(status, code: "request-failed", detail: "The request cannot be answered.")
    }
}
