import GatewayKit
import NIOHTTP1
import StrictJSON
import VerificationCore

/// Posts each message as JSON to one URL, signed the Standard Webhooks way.
///
/// `webhook-id` is the message's id in every try.
package struct Webhook: HTTPProvider {
    package let honorsIdempotencyKeys: Bool
    package let endpoint: HTTPEndpoint
    package var trustsServerErrors: Bool { serverErrorsMeanNotSent }
    private let signature: WebhookSignature
    private let sender: Senders
    private let india: IndianRegistration?
    private let serverErrorsMeanNotSent: Bool
    private let tellsReceipts: Bool
    private let includes: Set<WebhookInclusion>

    /// - Throws: what is wrong with the settings.
    package init(_ settings: WebhookSettings) throws(GatewaySettingsError) {
        guard let signature = WebhookSignature(secret: settings.secret) else {
            throw GatewaySettingsError(.malformedSecret, setting: "secret")
        }
        endpoint = try settings.endpoint()
        self.signature = signature
        try settings.india?.check()
        try settings.sender.check { !$0.isEmpty }
        (sender, india) = (settings.sender, settings.india)
        honorsIdempotencyKeys = settings.honorsIdempotencyKeys
        serverErrorsMeanNotSent = settings.serverErrorsMeanNotSent
        tellsReceipts = settings.tellsReceipts
        includes = settings.includes
    }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        let seconds = now.milliseconds / 1_000
        let id = message.id.description
        let body = Self.encode(
            message, id: id, sender: sender[message.phone], india: india?.ids(for: message), including: includes,
            now: now)
        var request = endpoint.request(body)
        request.headers.add(name: "webhook-id", value: id)
        request.headers.add(name: "webhook-timestamp", value: String(seconds))
        request.headers.add(
            name: "webhook-signature", value: signature.sign(id: id, seconds: seconds, body: body))
        return request
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        reply.refusal(at: now, doubtMeansNotSent: serverErrorsMeanNotSent)
            ?? .accepted(id: Self.id(in: reply.json))
    }

    package func idInReceipts(of message: OutgoingMessage) -> String? {
        tellsReceipts ? message.id.description : nil
    }

    /// The receiver's id under one of the usual names; nil when there is none that can be stored.
    private static func id(in answer: JSONValue?) -> String? {
        // A body that is no JSON has no id; the message is accepted all the same.
        ["id", "sid", "message_id"].lazy.compactMap { answer?[$0]?.gatewayID }.first
    }
}

extension Webhook {
    /// What the receiver reads.
    ///
    /// `user.phone` and `sms.otp` stand where Supabase's hook has them, so that a receiver of that hook finds them.
    private static func encode(
        _ message: OutgoingMessage, id: String, sender: String?, india: IndianRegistration.IDs?,
        including: Set<WebhookInclusion>, now: Timestamp
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 640)
        json.object { json in
            json.member("type", is: "sms.send")
            json.member("timestamp", is: now.rfc3339)
            json.memberObject("data") { json in
                writeData(of: message, id: id, sender: sender, to: &json)
                if let origin = message.origin { write(origin, including: including, to: &json) }
                json.member("india_entity", is: india?.entity)
                json.member("india_template", is: india?.template)
            }
            json.memberObject("user") { $0.member("phone", is: message.phone.e164) }
            json.memberObject("sms") {
                $0.member("otp", is: message.code)
                $0.member("phone", is: message.phone.e164)
            }
        }
        return json.bytes
    }

    private static func writeData(
        of message: OutgoingMessage, id: String, sender: String?, to json: inout JSONWriter
    ) {
        json.member("message_id", is: id)
        json.member("to", is: message.phone.e164)
        json.member("from", is: sender)
        json.member("text", is: message.text.text)
        json.member("code", is: message.code)
        json.member("locale", is: message.text.language.description)
        json.member("ttl", is: max(0, message.validFor.wholeSeconds))
        json.member("encoding", is: message.text.encoding.rawValue)
        json.member("segments", is: message.text.segments)
        json.member("may_be_duplicate", is: message.mayBeDuplicate)
    }

    private static func write(
        _ origin: MessageOrigin, including included: Set<WebhookInclusion>, to json: inout JSONWriter
    ) {
        if included.contains(.app) { json.member("app", is: origin.app) }
        if included.contains(.clientIP) { json.member("client_ip", is: origin.clientAddress) }
        guard included.contains(.metadata) else { return }
        // In one order, so that two tries of a message have the same body but for their time.
        json.memberObject("metadata") { json in
            for (name, text) in origin.metadata.sorted(by: { $0.key < $1.key }) { json.member(name, is: text) }
        }
    }
}

extension Duration {
    /// Rounded down: a provider must not deliver after the code's end.
    fileprivate var wholeSeconds: Int64 { components.seconds }
}

/// What a webhook's receiver may get of the request that caused the message.
package enum WebhookInclusion: String, Sendable, CaseIterable {
    /// The address of the person's device, so that a receiver can limit by it.
    case clientIP = "clientIp"
    case app
    case metadata
}

extension Webhook: GatewayProvider {
    package static let kind = "webhook"

    static let honorsKeys = Setting(
        "honorsIdempotencyKeys", .truth,
        "webhook: whether one webhook-id is one SMS, however often it is called", standard: "false")
    static let serverErrors = Setting(
        "serverErrorsMeanNotSent", .truth,
        "webhook: whether a 5xx, 408, 409, 423, 424, 425 or 499 from its URL means that nothing was sent",
        standard: "false")
    static let inclusions = Setting(
        "include", .inclusions,
        "webhook: what the receiver gets of the request, with commas: clientIp, app, metadata", standard: "")

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.secret] + CommonSettings.from
        + [CommonSettings.token, honorsKeys, serverErrors, inclusions] + IndiaSettings.all + CommonSettings.way.all

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var settings = try self.settings(from: values)
        settings.tellsReceipts = context.receiptsURL != nil
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Webhook(settings) }
    }

    /// The values by this kind's settings, but for its receipts.
    package static func settings(from values: GatewayValues) throws(SettingsError) -> WebhookSettings {
        var webhook = WebhookSettings(
            url: try values.value(of: CommonSettings.url), secret: try values.value(of: CommonSettings.secret))
        webhook.bearerToken = try values.valueIfSet(of: CommonSettings.token)
        webhook.sender = try values.senders()
        webhook.india = try values.india()
        webhook.honorsIdempotencyKeys = try values.value(of: honorsKeys)
        webhook.serverErrorsMeanNotSent = try values.value(of: serverErrors)
        webhook.includes = try values.value(of: inclusions)
        return webhook
    }

    /// The secret of the messages signs the receipts too.
    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: nil) { () throws(SettingsError) in
            let secret = try values.secret()
            return try values.named { () throws(GatewaySettingsError) in try WebhookReceipts(secret: secret) }
        }
    }
}

extension SettingForm<Set<WebhookInclusion>> {
    /// The empty text is the empty set.
    fileprivate static var inclusions: Self {
        Self(expecting: "one or more of clientIp, app and metadata, with commas between them") { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let known = words.compactMap { WebhookInclusion(rawValue: String($0.trimmingPrefix { $0 == " " })) }
            return text.isEmpty || known.count == words.count ? Set(known) : nil
        }
    }
}
