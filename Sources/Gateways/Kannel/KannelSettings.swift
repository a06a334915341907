import Connections
import FoundationEssentials

/// How to reach `sendsms` of a Kannel.
package struct KannelSettings: Sendable {
    /// The user, as the group `sendsms-user` of Kannel's configuration names it.
    package var account: String
    /// The user's password.
    package var secret: Secret
    /// 1 to 20 characters of ASCII; none for what Kannel's `default-sender` says.
    package var sender = Senders.none
    /// The `smsc-id` that messages should take; nil for Kannel's own routing.
    package var smsc: String?
    /// The sender's registration in India, told with messages to Indian numbers.
    package var india: IndianRegistration?
    /// The URL at which Kannel reports deliveries, as Kannel reaches it; nil for no reports.
    package var receiptsURL: String?
    /// What shows that a report comes from this Kannel, which signs nothing: 16 to 128 letters, digits, `-` and `_`.
    package var receiptsToken: Secret?
    /// Where `sendsms` is, with its path and without a query.
    package var url = "http://127.0.0.1:13013/cgi-bin/sendsms"
    /// Allows `http` to other machines: every machine on the way can read the codes and numbers.
    package var allowsPlaintext = false

    package init(account: String, secret: Secret) {
        self.account = account
        self.secret = secret
    }
}

extension KannelSettings: Concealed {
    /// Tells neither secret nor URL.
    package var description: String { "kannel" }
}

extension KannelSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> HTTPEndpoint {
        try GatewaySettingsError.check(isThere: account, setting: "account")
        try GatewaySettingsError.check(isThere: secret.text, setting: "secret")
        if let smsc { try GatewaySettingsError.check(isThere: smsc, setting: "smsc") }
        try sender.check { Self.isSender($0) }
        try india?.check()
        if let receiptsURL { try check(receiptsURL: receiptsURL) }
        let endpoint = try HTTPEndpoint(url: url, contentType: nil, accepts: "*/*", allowsPlaintext: allowsPlaintext)
        guard endpoint.url.query == nil else { throw GatewaySettingsError(.hasQuery, setting: "url") }
        return endpoint
    }

    private func check(receiptsURL: String) throws(GatewaySettingsError) {
        try HTTPEndpoint.checkReceiptsURL(receiptsURL)
        // Kannel would take it for the beginning of a placeholder.
        guard !receiptsURL.contains("%") else { throw GatewaySettingsError(.hasPercentSign, setting: "receiptsURL") }
        guard let receiptsToken else { throw GatewaySettingsError(.missing, setting: "receiptsToken") }
        _ = try KannelReceipts(token: receiptsToken)
    }

    private static func isSender(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.utf8.allSatisfy(\.isPrintableASCII)
    }
}
