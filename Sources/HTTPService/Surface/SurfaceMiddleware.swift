import HTTPTypes
import Hummingbird
import Logging
import VerificationCore

/// Surrounds every call: only here errors become answers, and answers get the fields that all answers carry.
struct SurfaceMiddleware: RouterMiddleware {
    let surface: Surface

    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let id = RequestName.of(request)
        var context = context
        context.bodyLimits = surface.bodyLimits
        context.largeBody = LargeBody(of: request, surface.bodyLimits)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = answer(to: error, request, id)
        }
        response.headers[.requestID] = id
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        for field in surface.headers { response.headers[field.name] = field.value }
        if let body = context.largeBody, !body.wasRead { response = response.asLast(of: context.channel) }
        note(response.status, request, context, id, ContinuousClock.now - start)
        return response
    }

    private func answer(to error: any Error, _ request: Request, _ id: String) -> Response {
        let problem = surface.problem(for: error, request)
        if problem.status == .internalServerError {
            surface.logger.error(
                "unexpected error",
                metadata: [
                    LogKeys.request: .string(id),
                    LogKeys.errorType: .string(String(reflecting: type(of: error))),
                    LogKeys.error: .string(problem.logged ?? "not said, for it may tell secrets"),
                ])
        }
        let response = problem.response
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func note(
        _ status: HTTPResponse.Status, _ request: Request, _ context: CallContext, _ id: String, _ duration: Duration
    ) {
        let route = context.endpointPath ?? "NotFound"
        surface.metrics?.record(route: route, method: request.method, status: status.code, duration: duration)
        surface.logger.debug(
            "answered",
            metadata: [
                LogKeys.request: .string(id), LogKeys.method: .string(RequestMetrics.word(for: request.method)),
                LogKeys.route: .string(route), LogKeys.status: .stringConvertible(status.code),
                LogKeys.duration: .stringConvertible(duration),
            ])
    }
}
