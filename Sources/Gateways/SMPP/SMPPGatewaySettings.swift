import Connections
import FoundationEssentials
import SMPP

/// How to reach an SMSC, and the account that the gateway binds with.
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
    /// How a message says until when the SMSC may deliver it.
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
    /// What is odd about settings that can be used, as text for the operator; nil for nothing.
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

/// Over which connections a gateway sends, and hears of receipts.
package enum SMPPBind: String, Sendable, CaseIterable {
    /// One connection for both ways, as most SMSCs have it.
    case transceiver
    /// One connection each way: a transmitter and a receiver.
    case separate
    /// One connection to send over; receipts are not heard.
    case transmitter

    var roles: [BindRole] {
        switch self {
        case .transceiver: [.transceiver]
        case .separate: [.transmitter, .receiver]
        case .transmitter: [.transmitter]
        }
    }

    /// Whether receipts can come.
    package var hearsReceipts: Bool { self != .transmitter }
}

/// How a text travels that does not fit a single SMS.
package enum SMPPLongTexts: String, Sendable, CaseIterable {
    /// As parts with a header that joins them, which every SMSC understands.
    case parts
    /// Whole, in the parameter `message_payload`; the SMSC cuts it.
    case payload
}

/// The kind of number that an operator prescribes for a sender or a recipient, whatever the number itself looks like.
package struct SMPPNumberKind: Sendable, Hashable {
    /// `type_of_number`, 0 to 6; nil for what the number looks like.
    package var ton: Int?
    /// `numbering_plan_indicator`, 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18; nil for what the number looks like.
    package var npi: Int?

    package init(ton: Int? = nil, npi: Int? = nil) {
        (self.ton, self.npi) = (ton, npi)
    }

    /// The specification reserves all others.
    private static let plans: Set = [0, 1, 3, 4, 6, 8, 9, 10, 14, 18]

    /// - Throws: which of the two is no value of the specification; `role` begins the settings' names.
    func check(_ role: String) throws(GatewaySettingsError) {
        if let ton, !(0...6).contains(ton) { throw GatewaySettingsError(.malformedTon, setting: "\(role)Ton") }
        if let npi, !Self.plans.contains(npi) { throw GatewaySettingsError(.malformedNpi, setting: "\(role)Npi") }
    }

    /// The same address with the kind that is prescribed.
    func marking(_ address: SMPPAddress) -> SMPPAddress {
        var address = address
        if let ton { address.typeOfNumber = UInt8(clamping: ton) }
        if let npi { address.numberingPlan = UInt8(clamping: npi) }
        return address
    }
}

/// Which part's receipt gives the status of a message with several parts.
package enum SMPPReceiptOf: String, Sendable, CaseIterable {
    /// The last part's; the SMSC is asked for no other.
    case last
    /// The first part's; the SMSC is asked for no other.
    case first
    /// Each part's: the SMSC is asked for all, and the message bears the ids of all.
    case any

    /// Whether a receipt is asked for the part with this place among so many.
    func asks(at index: Int, of count: Int) -> Bool {
        switch self {
        case .last: index == count - 1
        case .first: index == 0
        case .any: true
        }
    }

    /// The message's id, made of the ids that the SMSC gave its parts in their order; nil where it gave none.
    func id(among ids: [String]) -> String? {
        let chosen =
            switch self {
            case .last: ids.suffix(1)
            case .first: ids.prefix(1)
            case .any: ids[...]
            }
        let text = chosen.filter { !$0.isEmpty }.joined(separator: "\n")
        return text.isEmpty ? nil : text
    }
}
