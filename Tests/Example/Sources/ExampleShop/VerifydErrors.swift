import Hummingbird
import VerifydClient

/// What the app hears when verifyd gives no result.
struct VerifydErrors: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let error as ClientError {
            context.logger.warning("verifyd gives no result", metadata: ["error": "\(error)"])
            let seconds = (error.retryAfter ?? 5).rounded(.up)
            let later: HTTPFields = [.retryAfter: String(Int(min(seconds, 86_400)))]
            switch error.code {
            case .limitReached: throw HTTPError(.tooManyRequests, headers: later, message: "too-many")
            case .verificationRefused: throw HTTPError(.forbidden, message: "not-served")
            case .idempotencyKeyReused: throw HTTPError(.unprocessableContent, message: "new-key")
            case let code where error.status == 400 || code == .invalidIdempotencyKey:
                throw HTTPError(.badRequest, message: code.rawValue)
            default: throw HTTPError(.serviceUnavailable, headers: later, message: "try-later")
            }
        }
    }
}
