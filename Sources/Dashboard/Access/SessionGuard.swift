import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import VerificationCore

/// Lets only signed-in people in; any other person is led to the sign-in, or refused.
struct SessionGuard: Sendable {
    let operators: OperatorService
    let callers: CallerAddress

    /// The person of a page's call; throws `SignInFirst`, which becomes a redirect.
    func person(of request: Request) throws -> Operator {
        guard let token = SessionCookie.token(of: request), let person = operators.person(token: token) else {
            // Only a page can be come back to, and no action.
            throw SignInFirst(to: request.method == .get ? request.uri.string : nil)
        }
        return person
    }

    /// Where a call comes from.
    func client(of request: Request, in context: CallContext) -> OperatorClient {
        OperatorClient(
            address: callers.address(of: request, context), browser: BrowserWords.of(request.headers[.userAgent] ?? ""))
    }
}

/// The cookie of a signed-in browser.
///
/// By its name a browser keeps it to this host, to HTTPS and to no parent domain; a browser takes it over plain HTTP only
/// from `localhost`.
enum SessionCookie {
    private static let name = "__Host-verifyd"

    static func token(of request: Request) -> String? {
        request.cookies[name]?.value
    }

    static func set(_ token: String) -> String {
        "\(name)=\(token); Path=/; Secure; HttpOnly; SameSite=Lax"
    }

    static let removal = "\(name)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
}

/// A page was asked for by a browser without a session.
struct SignInFirst: Error {
    /// Where the person wanted to go; nil for the overview.
    let to: String?
}
