import GatewayKit
import StrictJSON
import VerificationCore

/// Hands each message to Vonage's SMS API, the one at `/sms/json`.
package struct Vonage: HTTPProvider {
    /// Vonage takes no key: a second request is a second SMS.
    package let honorsIdempotencyKeys = false
    package let endpoint: HTTPEndpoint
    private let settings: VonageSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: VonageSettings) throws(GatewaySettingsError) {
        endpoint = try settings.endpoint()
        self.settings = settings
    }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        var form = FormBody()
        form.add("api_key", value: settings.account)
        form.add("api_secret", value: settings.secret.text)
        form.add("from", value: settings.sender[message.phone].map(VonageSettings.withoutPlus))
        form.add("to", value: message.phone.digits)
        form.add("text", value: message.text.text)
        form.add("type", value: Self.type(message.text.encoding))
        form.add("ttl", value: String(message.lifetime(in: 20...604_800) * 1_000))
        form.add("client-ref", value: message.id.description)
        form.add("callback", value: settings.receiptsURL)
        let india = settings.india?.ids(for: message)
        form.add("entity-id", value: india?.entity)
        form.add("content-id", value: india?.template)
        return endpoint.request(form.bytes)
    }

    /// With `text`, Vonage would drop the characters that GSM-7 lacks.
    private static func type(_ encoding: SMSEncoding) -> String {
        switch encoding {
        case .gsm7: "text"
        case .ucs2: "unicode"
        }
    }

    /// Vonage answers 200 to what it refuses too: the body has a verdict for each part of the message.
    ///
    /// A verdict says whether the part "was successfully queued for sending", and only 0 says yes, by
    /// developer.vonage.com/messaging/sms/guides/troubleshooting-sms.
    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        guard let answer = VonageAnswer(reply.json) else {
            return reply.refusal(at: now) ?? .unknown(reason: "no-verdict")
        }
        if answer.isAccepted { return .accepted(id: answer.id) }
        guard let status = answer.refusedWith else { return .unknown(reason: "partly-accepted") }
        let reason = "status-\(status)"
        return switch status {
        case 1, 10: reply.throttled(at: now)
        case 5: .refused(reason: reason, .forNow)
        // 7 is left out: it says that the number is on a list of Vonage's own.
        case 6, 33: .refused(reason: reason, .byEveryGateway)
        default: .refused(reason: reason, .byThisGateway)
        }
    }
}

/// What Vonage says of each part of one message.
struct VonageAnswer {
    /// The first part's id, under which the message is known here; nil where the part has none.
    let id: String?
    /// The parts' verdicts; 0 is accepted.
    private let statuses: [UInt16]
    /// How many parts Vonage says there are.
    private let count: Int

    /// Nil for a body that does not have a verdict for each part it lists.
    init?(_ body: JSONValue?) {
        guard let parts = body?["messages"]?.array, let first = parts.first else { return nil }
        statuses = parts.compactMap { Self.number($0["status"]) }
        guard statuses.count == parts.count else { return nil }
        id = first["message-id"]?.gatewayID
        count = Self.number(body?["message-count"]).map(Int.init) ?? parts.count
    }

    /// Whether Vonage has taken every part that it lists.
    var isAccepted: Bool { statuses.allSatisfy { $0 == 0 } }

    /// The first part's verdict, if Vonage has refused all parts; nil if a part may have left.
    var refusedWith: UInt16? { statuses.count >= count && !statuses.contains(0) ? statuses.first : nil }

    /// Vonage writes its numbers as strings.
    private static func number(_ value: JSONValue?) -> UInt16? {
        value?.string.flatMap { UInt16($0) } ?? value?.integer.flatMap { UInt16(exactly: $0) }
    }
}

extension Vonage: GatewayProvider {
    package static let kind = "vonage"

    static let receiptsMethod = Setting(
        "receiptsMethod", .receiptsMethod, "vonage: how receipts are signed, \(VonageSignature.Method.words)",
        standard: "md5hash")

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from + IndiaSettings.all
        + CommonSettings.way.all + [CommonSettings.receiptsSecret, receiptsMethod]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var settings = try self.settings(from: values)
        settings.receiptsURL = context.receiptsURL
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Vonage(settings) }
    }

    /// The values by this kind's settings, but for its receipts.
    package static func settings(from values: GatewayValues) throws(SettingsError) -> VonageSettings {
        var vonage = VonageSettings(
            account: try values.value(of: CommonSettings.account), secret: try values.secret(),
            sender: try values.neededSenders())
        vonage.india = try values.india()
        if let url = try values.valueIfSet(of: CommonSettings.url) { vonage.url = url }
        return vonage
    }

    /// Vonage signs with a secret of its own.
    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: CommonSettings.receiptsSecret) { () throws(SettingsError) in
            VonageReceipts(
                signatureSecret: Secret(try values.value(of: CommonSettings.receiptsSecret)),
                method: try values.value(of: receiptsMethod))
        }
    }
}

extension SettingForm<VonageSignature.Method> {
    fileprivate static var receiptsMethod: Self {
        Self(expecting: VonageSignature.Method.words) { VonageSignature.Method(rawValue: $0) }
    }
}

extension VonageSignature.Method {
    fileprivate static let words = "md5hash, md5, sha1, sha256 or sha512"
}
