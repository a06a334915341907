import Connections

/// How to reach an account at Vonage's SMS API.
package struct VonageSettings: Sendable {
    /// The account's API key: eight letters and digits.
    package var account: String
    /// The API key's secret.
    package var secret: Secret
    /// A number, with `+` or without, or a name of up to 11 letters and digits.
    package var sender: Senders
    /// The URL at which Vonage reports deliveries, at most 100 characters; nil leaves it to the account's own settings.
    package var receiptsURL: String?
    /// The sender's registration in India, sent with messages to Indian numbers.
    package var india: IndianRegistration?
    /// Where Vonage is, without the API's path.
    package var url = "https://rest.nexmo.com"
    /// Allows `http` to other machines: every machine on the way can read the codes and numbers.
    package var allowsPlaintext = false

    package init(account: String, secret: Secret, sender: Senders) {
        self.account = account
        self.secret = secret
        self.sender = sender
    }
}

extension VonageSettings: Concealed {
    /// Tells neither secret nor URL.
    package var description: String { "vonage" }
}

extension VonageSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> HTTPEndpoint {
        try GatewaySettingsError.check(id: account, setting: "account")
        try GatewaySettingsError.check(isThere: secret.text, setting: "secret")
        try sender.check(.missing) { !Self.withoutPlus($0).isEmpty }
        try india?.check()
        try HTTPEndpoint.checkReceiptsURL(receiptsURL, maxLength: 100)
        return try HTTPEndpoint(
            base: url, path: "/sms/json", contentType: FormBody.contentType, allowsPlaintext: allowsPlaintext)
    }

    /// Vonage takes numbers without the plus.
    static func withoutPlus(_ sender: String) -> String { sender.hasPrefix("+") ? String(sender.dropFirst()) : sender }
}
