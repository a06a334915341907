import HTTPTypes
import Hummingbird
import Logging
import VerificationCore

/// The calls that a server serves together at an address: an API, an inbox, the operator's pages.
///
/// All surfaces read bodies within limits, answer every error with a problem, and name each call. They end a connection
/// on which a call left a large body unread. This type holds what differs between surfaces.
package struct Surface: Sendable {
    package let routes: [Route]
    /// How much of a body the calls read.
    package var bodyLimits = BodyLimits(kibibytes: 16)
    /// Fields that every answer carries, answers to errors included.
    package var headers: HTTPFields = [:]
    /// They see every request before its route does, in this order; a guard refuses a request when it throws.
    package var guards: [any MiddlewareProtocol<Request, Response, CallContext>] = []
    /// The path that a call means whose own path has no route; nil where it means no other.
    package var meantPath: (@Sendable (Request) -> String?)?
    /// Turns an error of the surface's own modules into a problem; nil for any other error.
    package var ownProblem: @Sendable (any Error) -> Problem? = { _ in nil }
    /// Writes the answer to an error in the surface's own form; the problem says the same for all surfaces.
    package var errorAnswer: @Sendable (any Error, Problem, Request) -> Response = { _, problem, _ in problem.response }
    /// Adds to each answer, answers to errors included, the fields that depend on the request.
    package var fields: @Sendable (Request) -> HTTPFields = { _ in [:] }
    /// The verification that a call was about, for the log, where no endpoint has said it (`CallContext.isAbout`).
    ///
    /// The answer is nil when there is none yet.
    package var subject: @Sendable (Request, Response?) -> VerificationID? = { _, _ in nil }
    /// Begins the spans of the calls.
    package var tracer = Tracer.off
    /// Whether a call has a span while the tracer is on; probes, for example, would fill the traces.
    package var isTraced: @Sendable (Request) -> Bool = { _ in true }
    /// Counts and times the answers; nil when nothing counts them.
    package var metrics: RequestMetrics?
    /// For all calls; Hummingbird's own logger of a single call is not used, because it logs text that callers chose.
    let logger: Logger

    package init(_ routes: [Route], logger: Logger) {
        self.routes = routes
        self.logger = logger
    }

    /// A router that serves the surface; every `GET` answers `HEAD` too.
    ///
    /// Routes that are added to the router later are served alike: their errors become problems, and their answers are
    /// counted.
    package func makeRouter() -> Router<CallContext> {
        let router = Router(context: CallContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SurfaceMiddleware(surface: self))
        for guardian in guards { router.add(middleware: guardian) }
        if let meantPath { router.add(middleware: MeantPath(meantPath, among: routes)) }
        router.add(routes)
        return router
    }

    /// The problem that answers an error; for an unforeseen error it tells the caller no cause.
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
