import HTTPService
import HTTPTypes
import Hummingbird
import Operations
import StrictJSON
import VerificationCore

/// Signs people in and out.
struct SignInPage: Sendable {
    let sessions: SessionGuard
    let pages: Pages
    let framing: Framing
    /// What the button for the single sign-on says; nil without that.
    let provider: String?

    func show(_ request: Request) -> Response {
        page(.ok, to: request.uri.queryParameters["to"].map(String.init), name: "", trouble: nil, for: request)
    }

    func signIn(_ request: Request, in context: CallContext) async throws -> Response {
        let form = Form(try await request.bytes(context))
        let (to, typed) = (form?["to"], form?["name"] ?? "")
        // To try the password would begin a session that the browser cannot keep.
        guard PlainConnection.certain(request, base: framing.base) == nil else {
            return page(.forbidden, to: to, name: typed, trouble: nil, for: request)
        }
        let client = sessions.client(of: request, in: context)
        guard let name = OperatorName(typed), let password = form?["password"] else {
            await sessions.operators.refuse(nil, from: client)
            return page(.forbidden, to: to, name: typed, trouble: Self.wrong, for: request)
        }
        let browser = BrowserCookie.text(of: request)
        let outcome = await sessions.operators.signIn(name, password: password, browser: browser, from: client)
        return answer(outcome, to: to, name: typed, for: request)
    }

    /// The second step, of a person who has proved the password and has an authenticator app.
    func finish(_ request: Request, in context: CallContext) async throws -> Response {
        let form = Form(try await request.bytes(context))
        let (to, pending) = (form?["to"], form?["pending"] ?? "")
        let outcome = await sessions.operators.finish(
            pending, code: form?["code"] ?? "", browser: BrowserCookie.text(of: request),
            from: sessions.client(of: request, in: context))
        if case .wrong = outcome { return tooLate(to: to, for: request) }
        return answer(outcome, to: to, name: "", pending: pending, for: request)
    }

    /// The same, of a person who has a security key.
    func finishWithKey(_ request: Request, in context: CallContext) async throws -> Response {
        let form = Form(try await request.bytes(context))
        let (to, pending) = (form?["to"], form?["pending"] ?? "")
        let site = sessions.operators.keySite(for: request.head.authority)
        let outcome = await sessions.operators.finish(
            pending, key: form?["answer"] ?? "", to: form?["challenge"] ?? "", at: site,
            browser: BrowserCookie.text(of: request), from: sessions.client(of: request, in: context))
        if case .wrong = outcome { return tooLate(to: to, for: request) }
        return answer(outcome, to: to, name: "", pending: pending, for: request)
    }

    private func tooLate(to: String?, for request: Request) -> Response {
        let trouble = "This took too long, or your password was changed. Sign in again."
        return page(.forbidden, to: to, name: "", trouble: trouble, for: request)
    }

    private func answer(
        _ outcome: SignIn, to: String?, name: String, pending: String? = nil, for request: Request
    ) -> Response {
        let (status, trouble): (HTTPResponse.Status, String)
        switch outcome {
        case .done(_, let token, let browser):
            var headers: HTTPFields = [.location: framing.base + OwnPath(to).text]
            headers[values: .setCookie] = [SessionCookie.set(token), BrowserCookie.set(browser)]
            return Response(status: .seeOther, headers: headers)
        case .factor(let pending):
            return page(.ok, to: to, name: name, trouble: nil, pending: pending, for: request)
        case .wrong: (status, trouble) = (.forbidden, Self.wrong)
        case .wrongCode:
            (status, trouble) = (.forbidden, "The code is wrong, or was used before. Wait for the next code.")
        case .wrongKey(let refusal):
            (status, trouble) = (.forbidden, "The key's answer is not taken: \(refusal.words).")
        case .locked:
            (status, trouble) = (
                .serviceUnavailable, "This dashboard lacks the key in code.keys that opens your second factor."
            )
        case .tooMany(let wait):
            (status, trouble) = (.tooManyRequests, "Too many tries. Try again in \(wait.words).")
        case .closed: (status, trouble) = (.serviceUnavailable, "Nobody may sign in yet.")
        }
        return page(status, to: to, name: name, trouble: trouble, pending: pending, for: request)
    }

    func signOut(_ request: Request, in context: CallContext) async -> Response {
        if let token = SessionCookie.token(of: request) {
            await sessions.operators.signOut(token: token, from: sessions.client(of: request, in: context))
        }
        return Response(
            status: .seeOther,
            headers: [.location: framing.base + "/sign-in", .setCookie: SessionCookie.removal])
    }

    private static let wrong = "Name or password is wrong."

    /// The forms, below what went wrong.
    func page(
        _ status: HTTPResponse.Status, to: String?, name: String, trouble: String?, pending: String? = nil,
        for request: Request
    ) -> Response {
        let (base, to) = (framing.base, OwnPath(to).text)
        let begin = base + "/sign-in/provider?" + String(decoding: Form.encode([("to", to)]), as: UTF8.self)
        let site = sessions.operators.keySite(for: request.head.authority)
        let step = pending.flatMap { sessions.operators.secondStep($0, at: site) }
        let tunnel = PlainConnection.certain(request, base: base) ?? PlainConnection.suspected(request, base: base)
        let data: JSONValue = [
            "to": .string(to), "name": .string(name), "trouble": .text(trouble),
            "pending": .text(pending), "takesCode": .bool(step?.takesCode ?? false),
            "keyRequest": step?.request?.data ?? .null,
            "otherSites": .array((step?.otherSites ?? []).map(JSONValue.string)),
            "provider": provider.map { ["label": .string($0), "address": .string(begin)] } ?? .null,
            "tunnel": tunnel.map { ["command": .string($0.command), "address": .string($0.address)] } ?? .null,
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
