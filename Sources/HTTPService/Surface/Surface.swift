import HTTPTypes
import Hummingbird
import Logging

/// Calls that are served together at one address: an API, an inbox, the operator's pages.
///
/// All surfaces read bodies within limits, answer every error with a problem, name each call, and end a connection on which
/// a large body was left unread. In here stands what differs.
package struct Surface: Sendable {
    package let routes: [Route]
    /// How much of a body the calls read.
    package var bodyLimits = BodyLimits(kibibytes: 16)
    /// Fields that every answer carries, errors included.
    package var headers: HTTPFields = [:]
    /// What sees every request before its call and may refuse it, the first guard first.
    package var guards: [any MiddlewareProtocol<Request, Response, CallContext>] = []
    /// What the caller is told of the surface's own errors; nil for any other error.
    package var ownProblem: @Sendable (any Error) -> Problem? = { _ in nil }
    /// Counts the answers; nil for a surface whose answers are not counted.
    package var metrics: RequestMetrics?
    /// Hummingbird's logger of a single request is not used: it would tell what callers have written.
    let logger: Logger

    package init(_ routes: [Route], logger: Logger) {
        self.routes = routes
        self.logger = logger
    }

    /// A router that serves the surface; every `GET` answers `HEAD` too.
    ///
    /// Routes added to it later get the same treatment: their errors become problems, and they are counted.
    package func makeRouter() -> Router<CallContext> {
        let router = Router(context: CallContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SurfaceMiddleware(surface: self))
        for guardian in guards { router.add(middleware: guardian) }
        for route in routes {
            router.on(RouterPath(route.path), method: route.method, responder: route.responder)
        }
        return router
    }

    /// What the caller is told of any error; of an unforeseen error, nothing.
    func problem(for error: any Error, _ request: Request) -> Problem {
        switch error {
        case let problem as Problem: problem
        // Hummingbird throws the same error for an unknown path and for a method that the path does not take.
        case let missing as HTTPError where missing.status == .notFound:
            routes.allowedMethods(at: request.uri.path).map(Problem.methodNotAllowed) ?? .routeNotFound
        case let foreign as any HTTPResponseError where foreign.status.code < 500: .refusedByHTTP(foreign.status)
        default: ownProblem(error) ?? .internalError
        }
    }
}
