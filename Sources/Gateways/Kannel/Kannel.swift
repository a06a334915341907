import GatewayKit
import VerificationCore

/// Hands each message to a Kannel, by a `GET` of its `sendsms`.
///
/// A proxy between must not repeat a `GET` that it has no answer to: Kannel would send the message again.
package struct Kannel: HTTPProvider {
    /// Kannel takes no key: a second request is a second SMS.
    package let honorsIdempotencyKeys = false
    package let endpoint: HTTPEndpoint
    private let settings: KannelSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: KannelSettings) throws(GatewaySettingsError) {
        endpoint = try settings.endpoint()
        self.settings = settings
    }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        var form = FormBody()
        form.add("username", value: settings.account)
        form.add("password", value: settings.secret.text)
        form.add("from", value: settings.sender[message.phone])
        form.add("to", value: message.phone.e164)
        form.add("text", value: message.text.text)
        form.add("charset", value: "UTF-8")
        form.add("coding", value: Self.coding(message.text.encoding))
        form.add("validity", value: String(message.lifetime(in: 60...604_800) / 60))
        form.add("smsc", value: settings.smsc)
        form.add("meta-data", value: settings.india?.ids(for: message).map(Self.metaData))
        if let url = receiptsURL(for: message) {
            // 1 delivered, 2 not delivered, 4 kept, 8 taken by the network, 16 refused by it.
            form.add("dlr-mask", value: "31")
            form.add("dlr-url", value: url)
        }
        return endpoint.request(query: form)
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        guard let byStatus = reply.refusal(at: now) else { return .accepted(id: nil) }
        guard let word = Self.words.first(where: { reply.body.starts(with: $0.answer.utf8) })?.reason else {
            return byStatus
        }
        return reply.status == 503 && word == Self.temporalFailure
            ? .refused(reason: word, .forNow) : byStatus.explained(by: word)
    }

    /// Kannel's answers hold no id; its receipts hold the message's own, which stands in the URL that they go to.
    package func idInReceipts(of message: OutgoingMessage) -> String? { message.id.description }

    /// For one message, with Kannel's placeholders `%d` for what happened and `%B` for the network's error.
    ///
    /// The network's own text has a placeholder too, but that text repeats the beginning of the message.
    private func receiptsURL(for message: OutgoingMessage) -> String? {
        guard let url = settings.receiptsURL, let token = settings.receiptsToken else { return nil }
        return "\(url)\(url.contains("?") ? "&" : "?")token=\(token.text)&id=\(message.id)&type=%d&error=%B"
    }

    /// The optional parameters that Kannel puts into its `submit_sm`, by the names that its groups `smpp-tlv` give them.
    private static func metaData(_ ids: IndianRegistration.IDs) -> String {
        "?smpp?PE_ID=\(ids.entity)" + (ids.template.map { "&Template_ID=\($0)" } ?? "")
    }

    /// Kannel writes `?` for what its coding has no room for.
    private static func coding(_ encoding: SMSEncoding) -> String {
        switch encoding {
        case .gsm7: "0"
        case .ucs2: "2"
        }
    }

    /// Comes with a 503 when Kannel has dropped the message instead of queueing it: `gw/smsbox.c` says it for
    /// `ack_failed_tmp`, which `gw/bb_boxc.c` gives when its queue is full or it is shutting down.
    private static let temporalFailure = "temporal-failure"

    /// How Kannel's answers begin.
    private static let words: [(answer: String, reason: String)] = [
        ("Temporal failure", temporalFailure), ("Authorization failed", "authorization-failed"),
        ("Not routable", "not-routable"), ("Number(s) has/have been denied", "number-denied"),
        ("Sender missing", "sender-missing"),
    ]
}

extension Kannel: GatewayProvider {
    package static let kind = "kannel"

    static let smsc = Setting("smsc", .text, "kannel: the smsc-id that messages take; by default Kannel's own routing")
    static let receiptsToken = Setting(
        "receiptsToken", .text,
        "kannel: 16 to 128 letters and digits of your own, which prove that a receipt is Kannel's", isSecret: true)

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from + IndiaSettings.all
        + [smsc] + CommonSettings.way.all + [receiptsToken]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var kannel = KannelSettings(
            account: try values.value(of: CommonSettings.account), secret: try values.secret())
        kannel.sender = try values.senders()
        kannel.smsc = try values.valueIfSet(of: smsc)
        kannel.india = try values.india()
        kannel.receiptsURL = context.receiptsURL
        kannel.receiptsToken = try values.valueIfSet(of: receiptsToken).map { Secret($0) }
        if let url = try values.valueIfSet(of: CommonSettings.url) { kannel.url = url }
        let settings = kannel
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Kannel(settings) }
    }

    /// Kannel signs nothing; a token in the URL shows that a call is Kannel's.
    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: receiptsToken) { () throws(SettingsError) in
            let token = Secret(try values.value(of: receiptsToken))
            return try values.named { () throws(GatewaySettingsError) in try KannelReceipts(token: token) }
        }
    }
}
