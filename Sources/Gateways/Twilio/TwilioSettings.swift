import Connections
import FoundationEssentials

/// How to reach an account at Twilio, or at a provider that speaks as Twilio does.
package struct TwilioSettings: Sendable {
    /// The account that pays: `AC` and 32 hexadecimal digits at Twilio.
    package var account: String
    /// Who signs in: an API key, `SK` and 32 hexadecimal digits; nil for the account itself.
    package var apiKey: String?
    /// The API key's secret, or the account's auth token.
    package var secret: Secret
    /// A number such as `+15005550006`, a short code, a name of up to 11 letters and digits, or a messaging service:
    /// `MG` and 32 hexadecimal digits.
    package var sender: Senders
    /// The URL at which Twilio reports deliveries; nil leaves it to the account's own settings.
    package var receiptsURL: String?
    /// Asks Twilio to keep no text, and no number's last digits.
    ///
    /// It is for accounts for which Twilio has switched message redaction on.
    package var redacts = false
    /// Where Twilio is, without the API's path.
    package var url = "https://api.twilio.com"
    /// Allows `http` to other machines: every machine on the way can read the codes and numbers.
    package var allowsPlaintext = false

    package init(account: String, secret: Secret, sender: Senders) {
        self.account = account
        self.secret = secret
        self.sender = sender
    }
}

extension TwilioSettings: Concealed {
    /// Tells neither secret nor URL.
    package var description: String { "twilio" }
}

extension TwilioSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> HTTPEndpoint {
        try GatewaySettingsError.check(id: account, setting: "account")
        if let apiKey { try GatewaySettingsError.check(id: apiKey, setting: "apiKey") }
        try GatewaySettingsError.check(isThere: secret.text, setting: "secret")
        try sender.check(.missing) { !$0.isEmpty }
        try HTTPEndpoint.checkReceiptsURL(receiptsURL)
        var endpoint = try HTTPEndpoint(
            base: url, path: "/2010-04-01/Accounts/\(account)/Messages.json", contentType: FormBody.contentType,
            allowsPlaintext: allowsPlaintext)
        let credentials = Data("\(apiKey ?? account):\(secret.text)".utf8).base64EncodedString()
        try endpoint.addHeader("authorization", value: "Basic \(credentials)", setting: "secret")
        return endpoint
    }

    /// The field of a request that names a sender.
    static func field(of sender: String) -> String {
        sender.hasPrefix("MG") && sender.utf8.count == 34 ? "MessagingServiceSid" : "From"
    }
}
