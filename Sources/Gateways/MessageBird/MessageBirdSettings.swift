import Connections

/// How to reach an account at MessageBird's classic REST API.
///
/// Keys of Bird's platform, which begin with `bk_`, do not work here: those are for `BirdSettings`.
package struct MessageBirdSettings: Sendable {
    /// The access key: `live_…`, or `test_…` for messages that are not sent.
    package var secret: Secret
    /// A number of up to 17 digits, or a name of up to 11 letters and digits.
    package var sender: Senders
    /// Where MessageBird reports what becomes of a message; nil leaves it to the account's own settings.
    package var receiptsURL: String?
    /// Where MessageBird is, without the API's path.
    package var url = "https://rest.messagebird.com"
    /// Allows `http` to other machines: everybody on the way can read the codes and numbers.
    package var allowsPlaintext = false

    package init(secret: Secret, sender: Senders) {
        self.secret = secret
        self.sender = sender
    }
}

extension MessageBirdSettings: Concealed {
    /// Tells neither secret nor URL.
    package var description: String { "messagebird" }
}

extension MessageBirdSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> HTTPEndpoint {
        try GatewaySettingsError.check(isThere: secret.text, setting: "secret")
        try sender.check(.missing) { !$0.isEmpty }
        try HTTPEndpoint.checkReceiptsURL(receiptsURL)
        var endpoint = try HTTPEndpoint(
            base: url, path: "/messages", contentType: "application/json", allowsPlaintext: allowsPlaintext)
        try endpoint.addHeader("authorization", "AccessKey \(secret.text)", setting: "secret")
        return endpoint
    }
}
