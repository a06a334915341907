import SMSGateways

/// What a gateway's settings say of its receipts: `receipts`, `receiptIDs`, `receiptsSecret` and so on.
struct GatewayReceiptSettings: Sendable {
    /// Whether an SMSC shall tell what became of messages.
    let areAsked: Setting<Bool>
    let ids: Setting<SMPPReceiptIDs>
    let of: Setting<SMPPReceiptOf>
    let secret: Setting<String>
    let method: Setting<VonageSignature.Method>
    let token: Setting<String>
    let topic: Setting<String>

    /// `parent`: the beginning of the gateway's settings' names, for example `gateways.main`.
    init(below parent: String) {
        areAsked = Setting(
            "\(parent).receipts", .truth, "smpp: whether the SMSC shall send delivery receipts", standard: "true")
        ids = Setting(
            "\(parent).receiptIDs", .oneOf,
            "smpp: how receipts write a message's id: same, loose, hex-to-decimal or decimal-to-hex",
            standard: "same")
        of = Setting(
            "\(parent).receiptOf", .oneOf,
            "smpp: which segment's receipt counts for a message of several segments: last, first or any",
            standard: "last")
        secret = Setting(
            "\(parent).receiptsSecret", .text,
            "the proof of receipts: vonage's signature secret, messagebird's signing key, bird's whsec_…, "
                + "twilio's auth token beside apiKey", isSecret: true)
        method = Setting(
            "\(parent).receiptsMethod", .receiptsMethod,
            "vonage: how receipts are signed, \(VonageSignature.Method.words)", standard: "md5hash")
        token = Setting(
            "\(parent).receiptsToken", .text,
            "kannel: 16 to 128 letters and digits of your own, which prove that a receipt is Kannel's", isSecret: true)
        topic = Setting(
            "\(parent).receiptsTopic", .text, "aws-sms: the ARN of the SNS topic that the configuration set names")
    }

    var all: [any DeclaredSetting] { ofSMPP + [secret, method, token, topic] }

    /// What only an SMSC's receipts need.
    var ofSMPP: [any DeclaredSetting] { [areAsked, ids, of] }
}

extension SettingForm<VonageSignature.Method> {
    fileprivate static var receiptsMethod: Self {
        Self(expecting: VonageSignature.Method.words) { VonageSignature.Method(rawValue: $0) }
    }
}

extension VonageSignature.Method {
    fileprivate static let words = "md5hash, md5, sha1, sha256 or sha512"
}
