import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import StrictJSON
import VerificationCore

/// The routes of the sandbox's own web server: the inbox as a page and as an API, its behaviour, and the HTTP
/// protocols.
///
/// It shows codes to every caller, so only callers on this machine should reach it.
package struct SandboxRoutes: Sendable {
    private let provider: SandboxProvider
    private let accounts: SandboxAccounts?
    private let isPublic: Bool
    private let now: @Sendable () -> Timestamp
    private let page: InboxPage

    /// - Parameters:
    ///   - provider: Takes the protocols' messages, and has the inbox; a caller can set its behaviour.
    ///   - accounts: Who may send through the protocols; when it is nil, there is only the webhook, which takes all
    ///     requests.
    ///   - isPublic: Whether callers may name any host, and receipts may go to any; otherwise only this machine.
    ///   - now: The time with which the protocols compare a signature's time.
    /// - Throws: only if the page's template is broken.
    package init(
        provider: SandboxProvider, accounts: SandboxAccounts? = nil, isPublic: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) throws {
        self.provider = provider
        self.accounts = accounts
        self.isPublic = isPublic
        self.now = now
        page = try InboxPage()
    }

    /// The routes with their guards.
    package func surface(logger: Logger) -> Surface {
        var surface = Surface(routes + protocols, logger: logger)
        surface.bodyLimits = BodyLimits(kibibytes: 64)
        surface.headers = [.xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer"]
        surface.guards = isPublic ? [OwnPages()] : [LocalHost(), OwnPages()]
        return surface
    }

    private var inbox: SandboxInbox { provider.inbox }

    private var routes: [Route] {
        [
            Route(.get, at: "/") { request, _ in showPage(request) },
            Route(.post, at: "/clear") { _, _ in
                inbox.clear()
                return Response(status: .seeOther, headers: [.location: "./"])
            },
            Route(.get, at: "/api/messages") { request, _ in try await list(request) },
            Route(.delete, at: "/api/messages") { _, _ in
                inbox.clear()
                return Response(status: .noContent)
            },
            Route(.get, at: "/api/behaviour") { _, _ in .json(.ok, provider.behaviour.write) },
            Route(.put, at: "/api/behaviour") { request, context in try await changeBehaviour(request, in: context) },
            Route(.post, at: "/webhook") { request, context in try await takeWebhook(request, in: context) },
        ]
    }

    private var protocols: [Route] {
        guard let accounts else { return [] }
        let post = CallbackPost(isPublic: isPublic)
        let twilio = TwilioProtocol(provider: provider, accounts: accounts, post: post, now: now)
        let vonage = VonageProtocol(provider: provider, accounts: accounts, post: post, now: now)
        return [
            Route(.post, at: TwilioProtocol.path) { try await twilio.respond($0, in: $1) },
            Route(.post, at: VonageProtocol.path) { try await vonage.respond($0, in: $1) },
        ]
    }

    // MARK: The inbox

    private func showPage(_ request: Request) -> Response {
        let search = request.uri.queryParameters["phone"].map(String.init) ?? ""
        let digits = Self.digits(search)
        let messages = inbox.messages(InboxQuery(digits: digits.isEmpty ? nil : digits, limit: 200))
        let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
        return .page(page.render(messages, total: inbox.total, search: search, nonce: nonce), nonce: nonce)
    }

    private func list(_ request: Request) async throws(Problem) -> Response {
        let parameters = request.uri.queryParameters
        guard let limit = Self.number(parameters["limit"] ?? "100", in: 1...1_000),
            let after = Self.number(parameters["after"] ?? "0", in: 0...Int.max),
            let wait = Self.number(parameters["wait"] ?? "0", in: 0...20)
        else { throw .impossibleQuery }
        let phone = parameters["phone"].map { "+" + Self.digits(String($0)) }
        let query = InboxQuery(phone: phone, after: parameters["after"] == nil ? nil : after, limit: limit)
        let messages = await inbox.messages(query, waitingUpTo: .seconds(wait))
        return .json(.ok) {
            $0.memberArray("messages") { for message in messages { message.write(to: &$0) } }
            $0.member("total", is: inbox.total)
        }
    }

    /// The digits of a part of a phone number as a person types it.
    private static func digits(_ text: String) -> String {
        (PastedText.plain(text) ?? "").filter { $0.isASCII && $0.isNumber }
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard let number = Int(text), range.contains(number) else { return nil }
        return number
    }

    // MARK: The provider
    // These calls read bodies as JSON, whatever their content type, because `curl -d` calls its body a form.

    private func changeBehaviour(_ request: Request, in context: CallContext) async throws(Problem) -> Response {
        let behaviour = try SandboxBehaviour(json: await request.bytes(context))
        provider.behaviour = behaviour
        return .json(.ok, behaviour.write)
    }

    private func takeWebhook(_ request: Request, in context: CallContext) async throws(Problem) -> Response {
        let webhook = SandboxWebhook(headers: request.headers, body: try await request.bytes(context))
        if let accounts, !webhook.isSigned(by: accounts.webhook, now: now()) { throw .badSignature }
        guard let draft = webhook.draft else { throw .malformedJSON }
        return SandboxWebhook.response(to: await provider.take(draft), context)
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = known("Referrer-Policy")
}

/// Answers only calls that name this machine as their host.
///
/// The owner of a web page elsewhere can give its host name the address 127.0.0.1. Then the page can make a browser
/// call the sandbox, but the browser's request still carries the page's host name.
struct LocalHost: RouterMiddleware {
    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, isLoopback(Self.host(in: authority)) else {
            throw Problem.foreignHost
        }
        return try await next(request, context)
    }

    /// The authority without its port.
    private static func host(in authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}

/// Whether a host is certainly this machine: `localhost`, `::1` or an address in 127.0.0.0/8.
///
/// Any other name may be the name of another machine.
package func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}
