import AccountCore
import HTTPService
import HTTPTypes
import Hummingbird

/// Refuses what a proxy passes on to an emulator of this machine.
///
/// An emulator listens on this machine only, because it takes any key and tells every code. A proxy on the same machine
/// would open it to the network all the same.
struct DirectCalls: RouterMiddleware {
    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard !request.headers.contains(.forwardedFor), !request.headers.contains(.forwarded) else {
            throw WireError.forwarded
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    static let forwardedFor = known("X-Forwarded-For")
    fileprivate static let forwarded = known("Forwarded")
}
