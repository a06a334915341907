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
        if surface.tracer.isOn, surface.isTraced(request) {
            context.span = surface.tracer.beginTrace(.server, under: request.traceContext)
        }
        context.largeBody = LargeBody(of: request, surface.bodyLimits)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = answer(to: error, of: request, in: context, id: id)
        }
        response.headers[.requestID] = id
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        for field in surface.headers { response.headers[field.name] = field.value }
        for field in surface.fields(request) { response.headers[field.name] = field.value }
        if let body = context.largeBody, !body.wasRead { response = response.asLast(of: context.channel) }
        note(response, to: request, in: context, id: id, took: ContinuousClock.now - start)
        return response
    }

    private func answer(to error: any Error, of request: Request, in context: CallContext, id: String) -> Response {
        let problem = surface.problem(for: error, request)
        if problem.status == .internalServerError {
            var metadata = subject(request, response: nil, context: context, id: id)
            metadata[LogKeys.errorType] = .string(String(reflecting: type(of: error)))
            metadata[LogKeys.error] = .string(problem.logged ?? "not said, for it may tell secrets")
            surface.logger.error("unexpected error", metadata: metadata)
        }
        let response = surface.errorAnswer(error, problem, request)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func note(
        _ response: Response, to request: Request, in context: CallContext, id: String, took duration: Duration
    ) {
        let (route, status) = (context.endpointPath ?? "NotFound", response.status.code)
        surface.metrics?.record(route: route, method: request.method, status: status, duration: duration)
        end(context.span, of: request, with: response, in: context)
        surface.logger.debug(
            "answered",
            metadata: subject(request, response: response, context: context, id: id).merging([
                LogKeys.method: .string(RequestMetrics.word(for: request.method)), LogKeys.route: .string(route),
                LogKeys.status: .stringConvertible(status), LogKeys.duration: .stringConvertible(duration),
            ]) { $1 })
    }

    /// Whom a line in the log is about; only made when the line is written.
    private func subject(
        _ request: Request, response: Response?, context: CallContext, id: String
    ) -> Logger.Metadata {
        var metadata: Logger.Metadata = [LogKeys.request: .string(id)]
        metadata[LogKeys.verification] = verification(of: request, response: response, in: context).map { "\($0)" }
        guard let trace = context.trace(of: request) else { return metadata }
        metadata[LogKeys.traceID] = "\(trace.traceID)"
        metadata[LogKeys.spanID] = "\(trace.spanID)"
        return metadata
    }

    private func verification(
        of request: Request, response: Response?, in context: CallContext
    ) -> VerificationID? { context.verification ?? surface.subject(request, response) }

    /// The span has neither the path nor the query, because a caller may write a number there.
    private func end(_ span: OpenSpan?, of request: Request, with response: Response, in context: CallContext) {
        guard let span else { return }
        let (method, status) = (RequestMetrics.word(for: request.method), response.status.code)
        let isKnown = method != RequestMetrics.otherMethod
        // Without a route, the router's text is no path.
        let route = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
        var attributes: [SpanAttribute] = [.method(isKnown ? method : "_OTHER"), .status(status)]
        if let route { attributes.append(.route(route)) }
        if let id = verification(of: request, response: response, in: context) { attributes.append(.verification(id)) }
        let name = [isKnown ? method : "HTTP", route].compactMap(\.self).joined(separator: " ")
        span.end(name, with: attributes, failure: status >= 500 ? "\(status)" : nil)
    }
}

/// The name of a call, in `Request-Id` and in the log.
enum RequestName {
    /// The caller's own `Request-Id` or `X-Request-Id`, so that the caller's log and ours name the call alike.
    ///
    /// A name consists of 1 to 64 ASCII letters, digits, dots, dashes and underscores. If the caller gave no such name,
    /// the server makes a name.
    static func of(_ request: Request) -> String {
        let given = request.headers.text(of: .requestID) ?? request.headers.text(of: .xRequestID)
        guard let given, isPlain(given) else { return RequestID().description }
        return given
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
