import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import VerificationCore

/// The sandbox's own web server: the inbox as a page and as an API, its behaviour, and a webhook to try.
///
/// It shows codes to whoever asks, so it belongs on this machine alone.
package struct SandboxRoutes: Sendable {
    private let inbox: SandboxInbox
    private let gateway: SandboxGateway
    private let signature: WebhookSignature?
    private let now: @Sendable () -> Timestamp
    private let page: InboxPage

    /// - Parameters:
    ///   - inbox: What is shown.
    ///   - gateway: What takes the webhook's messages, and whose behaviour is set.
    ///   - signature: What webhook requests are checked by; without it they are all taken.
    ///   - now: The time that signatures are measured by.
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

    /// Adds the routes; links on the page are relative, so they may lie below a path that ends in a slash.
    package func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
        router.get("/") { request, _ in showPage(request) }
        router.post("clear") { request, _ in try clear(request, answer: .empty(.seeOther, [.location: "./"])) }
        router.get("api/messages") { request, _ in try await list(request) }
        router.delete("api/messages") { request, _ in try clear(request, answer: .empty(.noContent)) }
        router.get("api/behaviour") { _, _ in Response.json(gateway.behaviour.json) }
        router.put("api/behaviour") { request, _ in try await changeBehaviour(request) }
        router.post("webhook") { request, _ in try await takeWebhook(request) }
    }

    // MARK: The inbox

    private func showPage(_ request: Request) -> Response {
        let search = request.uri.queryParameters["phone"].map(String.init) ?? ""
        let digits = search.filter { $0.isASCII && $0.isNumber }
        let messages = inbox.messages(InboxQuery(digits: digits.isEmpty ? nil : digits, limit: 200))
        let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
        return .page(page.render(messages, total: inbox.total, search: search, nonce: nonce), nonce: nonce)
    }

    private func list(_ request: Request) async throws(SandboxError) -> Response {
        let parameters = request.uri.queryParameters
        guard let limit = Self.number(parameters["limit"] ?? "100", in: 1...1_000),
            let after = Self.number(parameters["after"] ?? "0", in: 0...Int.max),
            let wait = Self.number(parameters["wait"] ?? "0", in: 0...20)
        else { throw SandboxError(.impossibleQuery) }
        let phone = parameters["phone"].map { "+" + $0.filter { $0.isASCII && $0.isNumber } }
        let query = InboxQuery(phone: phone, after: parameters["after"] == nil ? nil : after, limit: limit)
        let messages = await inbox.messages(query, waitingUpTo: .seconds(wait))
        var json = JSONWriter(capacity: 128 + messages.count * 512)
        json.object {
            $0.memberArray("messages") { for message in messages { message.write(to: &$0) } }
            $0.member("total", inbox.total)
        }
        return .json(json.bytes)
    }

    private func clear(_ request: Request, answer: Response) throws(SandboxError) -> Response {
        try refuseOtherOrigins(request)
        inbox.clear()
        return answer
    }

    /// Browsers say where a request comes from; a page from elsewhere has no business here.
    private func refuseOtherOrigins(_ request: Request) throws(SandboxError) {
        guard let name = HTTPField.Name("sec-fetch-site"), let site = request.headers[name] else { return }
        guard site == "same-origin" || site == "none" else { throw SandboxError(.foreignOrigin) }
    }

    // MARK: The provider

    private func changeBehaviour(_ request: Request) async throws(SandboxError) -> Response {
        try refuseOtherOrigins(request)
        let behaviour = try SandboxBehaviour(json: await Self.body(of: request))
        gateway.behaviour = behaviour
        return .json(behaviour.json)
    }

    private func takeWebhook(_ request: Request) async throws(SandboxError) -> Response {
        let webhook = SandboxWebhook(headers: request.headers, body: try await Self.body(of: request))
        if let signature, !webhook.isSigned(by: signature, now: now()) { throw SandboxError(.badSignature) }
        guard let draft = webhook.draft else { throw SandboxError(.malformedJSON) }
        return SandboxWebhook.response(to: await gateway.take(draft, deadline: .seconds(90)))
    }

    // MARK: Requests

    private static func body(of request: Request) async throws(SandboxError) -> [UInt8] {
        var request = request
        // The other way to fail is a sender that went away, who gets no answer whatever is thrown.
        guard let body = try? await request.collectBody(upTo: 65_536) else { throw SandboxError(.bodyTooLarge) }
        return Array(body.readableBytesView)
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard let number = Int(text), range.contains(number) else { return nil }
        return number
    }
}
