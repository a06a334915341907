import HTTPTypes
import Hummingbird

/// One call of a surface: where it is, and what answers it.
package struct Route: Sendable {
    package let method: HTTPRequest.Method
    /// Segments in braces match anything.
    package let path: String
    let responder: any HTTPResponder<CallContext>

    package init(_ method: HTTPRequest.Method, _ path: String, _ responder: any HTTPResponder<CallContext>) {
        self.method = method
        self.path = path
        self.responder = responder
    }

    /// Answered by a closure.
    package init(
        _ method: HTTPRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) {
        self.init(method, path, CallbackResponder(callback: answer))
    }

    /// Whether a request for this path is meant for this route.
    package func matches(_ path: String) -> Bool {
        let own = self.path.split(separator: "/")
        let given = path.split(separator: "/")
        return own.count == given.count && zip(own, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

extension [Route] {
    /// What `Allow` says of a path; nil when nothing is there.
    func allowedMethods(at path: String) -> String? {
        let methods = filter { $0.matches(path) }.map(\.method)
        guard !methods.isEmpty else { return nil }
        return (methods.contains(.get) ? methods + [.head] : methods).map(\.rawValue).joined(separator: ", ")
    }
}
