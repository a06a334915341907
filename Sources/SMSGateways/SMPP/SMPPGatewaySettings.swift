import ConnectionSupport
import FoundationEssentials
import SMPP

/// How to reach an SMSC, and as whom.
package struct SMPPGatewaySettings: Sendable {
    /// `smpps://host:3550` with TLS, or `smpp://host:2775` to this machine.
    package var url: String
    /// The `system_id`, at most 15 characters.
    package var account: String
    /// The password, at most 8 characters.
    package var secret: Secret
    /// A number with a plus, a name of up to 11 letters and digits, or a short code; nil for what the SMSC puts in.
    package var sender: String?
    /// The `system_type`, at most 12 characters; most SMSCs want it empty.
    package var systemType = ""
    /// How a text goes that needs more than a part.
    package var longTexts = SMPPLongTexts.parts
    /// How the SMSC writes ids in receipts.
    package var receiptIDs = SMPPReceiptIDs.same
    /// How many messages may wait for the SMSC's answers at once; operators allow ten as a rule.
    package var window = 10
    /// Allows `smpp` to other machines, for example through a private network.
    package var allowsPlaintext = false

    package init(url: String, account: String, secret: Secret) {
        self.url = url
        self.account = account
        self.secret = secret
    }
}

extension SMPPGatewaySettings: Concealed {
    /// Tells neither secret nor URL.
    package var description: String { "smpp" }
}

extension SMPPGatewaySettings {
    /// The link to the SMSC, if the settings can be used.
    func configuration() throws(GatewaySettingsError) -> LinkConfiguration {
        guard let address = URL(string: url), let host = address.host, !host.isEmpty, let port = address.port,
            (1...65_535).contains(port), address.path.isEmpty || address.path == "/", address.query == nil,
            address.user == nil, address.fragment == nil, let scheme = address.scheme,
            scheme == "smpp" || scheme == "smpps"
        else { throw GatewaySettingsError(.malformedSMPPURL, setting: "url") }
        guard scheme == "smpps" || allowsPlaintext || HTTPEndpoint.isThisMachine(host) else {
            throw GatewaySettingsError(.plainSMPP, setting: "url")
        }
        try check(account, atMost: 15, setting: "account")
        try check(secret.text, atMost: 8, setting: "secret")
        if !systemType.isEmpty { try check(systemType, atMost: 12, setting: "systemType") }
        var configuration = LinkConfiguration(
            host: host, port: port,
            bind: BindRequest(systemID: account, password: secret.text, systemType: systemType))
        configuration.limits.window = window
        if scheme == "smpps" { configuration.tls = LinkTLS() }
        return configuration
    }

    /// The sender with the kind of its number, as most SMSCs want it.
    func source() throws(GatewaySettingsError) -> SMPPAddress {
        guard let sender else { return .none }
        let digits = sender.hasPrefix("+") ? sender.dropFirst() : sender[...]
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy(\.isASCIIDigit)
        if isNumber, digits.utf8.count <= 15 {
            return sender.hasPrefix("+") || digits.utf8.count > 8 ? .international(String(digits)) : .shortCode(sender)
        }
        guard (1...11).contains(sender.utf8.count), sender.utf8.allSatisfy(\.isPrintableASCII) else {
            throw GatewaySettingsError(.malformedSender, setting: "sender")
        }
        return .alphanumeric(sender)
    }

    private func check(_ text: String, atMost limit: Int, setting: String) throws(GatewaySettingsError) {
        guard (1...limit).contains(text.utf8.count), text.utf8.allSatisfy(\.isVisibleASCII) else {
            throw GatewaySettingsError(.malformedCredential, setting: setting)
        }
    }
}
