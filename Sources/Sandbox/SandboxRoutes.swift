import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import StrictJSON
import VerificationCore

/// The routes of the sandbox's own web server: the inbox as a page and as an API, its behaviour, and a webhook to try.
///
/// It shows codes to every caller, so only callers on this machine should reach it.
package struct SandboxRoutes: Sendable {
    private let inbox: SandboxInbox
    private let gateway: SandboxGateway
    private let signature: WebhookSignature?
    private let now: @Sendable () -> Timestamp
    private let page: InboxPage

    /// - Parameters:
    ///   - inbox: The messages that the page and the API show.
    ///   - gateway: Takes the webhook's messages; a caller can set its behaviour.
    ///   - signature: Checks the webhook's requests; when it is nil, the webhook takes all requests.
    ///   - now: The time with which the webhook compares a signature's time.
    /// - Throws: only if the page's template is broken.
    package init(
        inbox: SandboxInbox, gateway: SandboxGateway, signature: WebhookSignature? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) throws {
        self.inbox = inbox
        self.gateway = gateway
        self.signature = signature
        self.now = now
        page = try InboxPage()
    }

    /// `isPublic`: whether callers may name any host; otherwise only `localhost` and loopback addresses.
    package func surface(isPublic: Bool, logger: Logger) -> Surface {
        var surface = Surface(routes, logger: logger)
        surface.bodyLimits = BodyLimits(kibibytes: 64)
        surface.headers = [.xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer"]
        if !isPublic { surface.guards = [LocalHost()] }
        return surface
    }

    private var routes: [Route] {
        [
            Route(.get, "/") { request, _ in showPage(request) },
            Route(.post, "/clear") { request, _ in
                try clear(request)
                return Response(status: .seeOther, headers: [.location: "./"])
            },
            Route(.get, "/api/messages") { request, _ in try await list(request) },
            Route(.delete, "/api/messages") { request, _ in
                try clear(request)
                return Response(status: .noContent)
            },
            Route(.get, "/api/behaviour") { _, _ in .json(.ok, gateway.behaviour.write) },
            Route(.put, "/api/behaviour") { request, context in try await changeBehaviour(request, context) },
            Route(.post, "/webhook") { request, context in try await takeWebhook(request, context) },
        ]
    }

    // MARK: The inbox

    private func showPage(_ request: Request) -> Response {
        let search = request.uri.queryParameters["phone"].map(String.init) ?? ""
        let digits = search.filter { $0.isASCII && $0.isNumber }
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
        let phone = parameters["phone"].map { "+" + $0.filter { $0.isASCII && $0.isNumber } }
        let query = InboxQuery(phone: phone, after: parameters["after"] == nil ? nil : after, limit: limit)
        let messages = await inbox.messages(query, waitingUpTo: .seconds(wait))
        return .json(.ok) {
            $0.memberArray("messages") { for message in messages { message.write(to: &$0) } }
            $0.member("total", inbox.total)
        }
    }

    private func clear(_ request: Request) throws(Problem) {
        try refuseOtherOrigins(request)
        inbox.clear()
    }

    /// A browser says which page made it call; a page from elsewhere may not clear the inbox or change the behaviour.
    ///
    /// Other programs, such as `curl`, do not send `Sec-Fetch-Site`, and are let through.
    private func refuseOtherOrigins(_ request: Request) throws(Problem) {
        guard let site = request.headers[.secFetchSite] else { return }
        guard site == "same-origin" || site == "none" else { throw .foreignOrigin }
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard let number = Int(text), range.contains(number) else { return nil }
        return number
    }

    // MARK: The provider
    // These calls read bodies as JSON, whatever their content type, because `curl -d` calls its body a form.

    private func changeBehaviour(_ request: Request, _ context: CallContext) async throws(Problem) -> Response {
        try refuseOtherOrigins(request)
        let behaviour = try SandboxBehaviour(json: await request.bytes(context))
        gateway.behaviour = behaviour
        return .json(.ok, behaviour.write)
    }

    private func takeWebhook(_ request: Request, _ context: CallContext) async throws(Problem) -> Response {
        let webhook = SandboxWebhook(headers: request.headers, body: try await request.bytes(context))
        if let signature, !webhook.isSigned(by: signature, now: now()) { throw .badSignature }
        guard let draft = webhook.draft else { throw .malformedJSON }
        return SandboxWebhook.response(to: await gateway.take(draft, deadline: .seconds(90)))
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = known("Sec-Fetch-Site")
    fileprivate static let referrerPolicy = known("Referrer-Policy")
}
