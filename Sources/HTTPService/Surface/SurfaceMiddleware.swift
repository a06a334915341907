import HTTPTypes
import Hummingbird
import Logging
import VerificationCore

/// Around every call: the one place where errors become answers, and where answers get what all of them carry.
struct Answering: RouterMiddleware {
    let routes: [Route]
    let metrics: RequestMetrics
    /// Not the request's own, which tells what callers have written.
    let logger: Logger

    func handle(
        _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let id = RequestName.of(request, context)
        var context = context
        context.largeBody = LargeBody(of: request)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = answer(to: error, request, context, id)
        }
        response.headers[.requestID] = id
        response.headers[.cacheControl] = "no-store"
        if let body = context.largeBody, !body.wasRead { response = response.asLast(of: context.channel) }
        note(response.status, request, context, id, ContinuousClock.now - start)
        return response
    }

    private func answer(to error: any Error, _ request: Request, _ context: APIContext, _ id: String) -> Response {
        let problem = problem(for: error, request)
        if problem.status == .internalServerError {
            let said = (error as? StoreProblem).map { "\($0)" } ?? (error as? Problem)?.logged
            logger.error(
                "unexpected error",
                metadata: [
                    LogKeys.request: .string(id),
                    LogKeys.errorType: .string(String(reflecting: type(of: error))),
                    LogKeys.error: .string(said ?? "not said, for it may tell secrets"),
                ])
        }
        let response = problem.response
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Hummingbird reports one and the same error for a path that is not there and a method that is not.
    private func problem(for error: any Error, _ request: Request) -> Problem {
        guard let error = error as? HTTPError, error.status == .notFound else { return Problem(for: error) }
        return routes.allowedMethods(at: request.uri.path).map(Problem.methodNotAllowed) ?? .routeNotFound
    }

    private func note(
        _ status: HTTPResponse.Status, _ request: Request, _ context: APIContext, _ id: String, _ duration: Duration
    ) {
        let route = context.endpointPath ?? "NotFound"
        metrics.record(route: route, method: request.method, status: status.code, duration: duration)
        logger.debug(
            "answered",
            metadata: [
                LogKeys.request: .string(id), LogKeys.method: .string(RequestMetrics.word(for: request.method)),
                LogKeys.route: .string(route), LogKeys.status: .stringConvertible(status.code),
                LogKeys.duration: .stringConvertible(duration),
            ])
    }
}
