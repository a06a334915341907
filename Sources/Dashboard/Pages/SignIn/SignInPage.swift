import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// Signs people in and out.
struct SignInPage: Sendable {
    let operators: OperatorService
    let pages: Pages
    let framing: Framing

    func show(_ request: Request) -> Response {
        page(.ok, to: request.uri.queryParameters["to"].map(String.init), name: "", trouble: nil, for: request)
    }

    func signIn(_ request: Request, in context: CallContext) async throws -> Response {
        let form = Form(try await request.bytes(context))
        let (to, typed) = (form?["to"], form?["name"] ?? "")
        guard let name = OperatorName(typed), let password = form?["password"] else {
            return page(.forbidden, to: to, name: typed, trouble: Self.wrong, for: request)
        }
        switch await operators.signIn(name, password: password, browser: BrowserCookie.text(of: request)) {
        case .done(_, let token, let browser):
            var headers: HTTPFields = [.location: framing.base + OwnPath(to).text]
            headers[values: .setCookie] = [SessionCookie.set(token), BrowserCookie.set(browser)]
            return Response(status: .seeOther, headers: headers)
        case .wrong: return page(.forbidden, to: to, name: typed, trouble: Self.wrong, for: request)
        case .tooMany(let wait):
            let trouble = "Too many tries. Try again in \(wait.words)."
            return page(.tooManyRequests, to: to, name: typed, trouble: trouble, for: request)
        case .closed:
            return page(.serviceUnavailable, to: to, name: typed, trouble: "Nobody may sign in yet.", for: request)
        }
    }

    func signOut(_ request: Request) async -> Response {
        if let token = SessionCookie.token(of: request) { await operators.signOut(token: token) }
        return Response(
            status: .seeOther,
            headers: [.location: framing.base + "/sign-in", .setCookie: SessionCookie.removal])
    }

    private static let wrong = "Name or password is wrong."

    private func page(
        _ status: HTTPResponse.Status, to: String?, name: String, trouble: String?, for request: Request
    ) -> Response {
        let data: JSONValue = [
            "to": .string(OwnPath(to).text), "name": .string(name), "trouble": .text(trouble),
        ]
        let frame = framing.frame("Sign in", at: "/sign-in", for: nil, of: request)
        return pages.response(status, of: .signIn, with: data, in: frame, now: framing.now())
    }
}

/// Says that a person has signed in with this browser before; it opens nothing, and stays when the person signs out.
enum BrowserCookie {
    private static let name = "__Host-verifyd-browser"

    static func text(of request: Request) -> String? { request.cookies[name]?.value }

    static func set(_ browser: KnownBrowser) -> String {
        "\(name)=\(browser.text); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(KnownBrowser.life.components.seconds)"
    }
}
