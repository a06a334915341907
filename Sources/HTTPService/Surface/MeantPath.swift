import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Leads a call that no route has taken to the route that it means, for example because of the host that it names.
///
/// Log and metrics name the route that answers.
struct MeantPath: RouterMiddleware {
    private let path: @Sendable (Request) -> String?
    private let responder: any HTTPResponder<CallContext>

    init(_ path: @escaping @Sendable (Request) -> String?, among routes: [Route]) {
        self.path = path
        let router = Router(context: CallContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorCarrier())
        router.add(routes)
        responder = router.buildResponder()
    }

    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard context.endpointPath == nil, let path = path(request) else { return try await next(request, context) }
        var head = request.head
        head.path = request.uri.query.map { "\(path)?\($0)" } ?? path
        do {
            return try await responder.respond(to: Request(head: head, body: request.body), context: context)
        } catch let carried as ErrorCarrier.Carried {
            throw carried.error
        }
    }
}

/// Takes errors past Hummingbird's router, which would answer some of them by itself.
private struct ErrorCarrier: RouterMiddleware {
    struct Carried: Error { let error: any Error }

    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            throw Carried(error: error)
        }
    }
}

extension Router<CallContext> {
    func add(_ routes: [Route]) {
        for route in routes { on(RouterPath(route.path), method: route.method, responder: route.responder) }
    }
}
