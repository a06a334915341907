import ConnectionSupport
import FoundationEssentials
import SMPP

/// How to reach an SMSC, and as whom.
package struct SMPPGatewaySettings: Sendable {
    /// `smpps://host:3550` with TLS, or `smpp://host:2775` to this machine.
    package var url: String
    /// The `system_id`, at most 15 characters.
    package var account: String
    /// The password: at most 8 characters by the specification, and at most 64.
    package var secret: Secret
    /// A number with a plus, a name of up to 11 letters and digits, or a short code; none for what the SMSC puts in.
    package var sender = Senders.none
    /// The `system_type`, at most 12 characters; most SMSCs want it empty.
    package var systemType = ""
    /// How a text goes that needs more than a part.
    package var longTexts = SMPPLongTexts.parts
    /// Which letters the SMSC reads in a message that names no alphabet.
    package var alphabet = SMPPAlphabet.gsm
    /// The `data_coding` of a text in this alphabet: 0, or what the SMSC wants there, such as 3 for Latin-1.
    package var dataCoding = 0
    /// How the SMSC is told until when it may deliver.
    package var validity = SMPPValidity.relative
    /// The kinds of number that the operator prescribes.
    package var sourceKind = SMPPNumberKind()
    package var destinationKind = SMPPNumberKind()
    /// Over which connections messages and receipts go.
    package var bind = SMPPBind.transceiver
    /// Which part's receipt counts.
    package var receiptOf = SMPPReceiptOf.last
    /// Optional parameters of every message: tags such as `0x1400`, with their values.
    package var tlvs: [String: String] = [:]
    /// The sender's registration in India, told with messages to Indian numbers.
    package var india: IndianRegistration?
    package var indiaTLVs = IndianTLVs.octets
    /// How the SMSC writes ids in receipts.
    package var receiptIDs = SMPPReceiptIDs.same
    /// How many messages may wait for the SMSC's answers at once; operators allow ten as a rule.
    package var window = 10
    /// Allows `smpp` to other machines, for example through a private network.
    package var allowsPlaintext = false
    /// Whose certificates count with `smpps`.
    package var trust = TrustedAuthorities.system

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
    /// What is odd about settings that can be used, in words for the operator; nil for nothing.
    package var advice: String? {
        let (count, most) = (secret.text.utf8.count, BindRequest.specifiedPassword)
        guard count > most else { return nil }
        return "secret has \(count) characters; SMPP 3.4 has room for \(most), and an SMSC may refuse more"
    }

    /// The links to the SMSC, one for each connection, if the settings can be used.
    func configurations() throws(GatewaySettingsError) -> [LinkConfiguration] {
        guard window > 0 else { throw GatewaySettingsError(.tooSmall, setting: "inFlight") }
        guard let address = URL(string: url), let host = address.host, !host.isEmpty, let port = address.port,
            (1...65_535).contains(port), address.path.isEmpty || address.path == "/", address.query == nil,
            address.user == nil, address.fragment == nil, let scheme = address.scheme,
            scheme == "smpp" || scheme == "smpps"
        else { throw GatewaySettingsError(.malformedSMPPURL, setting: "url") }
        guard scheme == "smpps" || allowsPlaintext || HTTPEndpoint.isThisMachine(host) else {
            throw GatewaySettingsError(.plainSMPP, setting: "url")
        }
        try check(account, atMost: 15, setting: "account")
        try check(secret.text, atMost: BindRequest.longestPassword, setting: "secret")
        if !systemType.isEmpty { try check(systemType, atMost: 12, setting: "systemType") }
        return bind.roles.map { role in
            var configuration = LinkConfiguration(
                host: host, port: port,
                bind: BindRequest(systemID: account, password: secret.text, systemType: systemType, role: role))
            configuration.limits.window = window
            if scheme == "smpps" { configuration.tls = LinkTLS(configuration: trust.configuration) }
            return configuration
        }
    }

    private func check(_ text: String, atMost limit: Int, setting: String) throws(GatewaySettingsError) {
        guard (1...limit).contains(text.utf8.count), text.utf8.allSatisfy(\.isVisibleASCII) else {
            throw GatewaySettingsError(.malformedCredential, setting: setting)
        }
    }
}
