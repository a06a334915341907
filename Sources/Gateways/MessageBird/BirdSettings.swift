import Connections

/// How to reach a workspace at Bird's platform API of 2026, the one with keys that begin with `bk_`.
///
/// The workspace's own webhooks report deliveries: this API takes no URL per message.
package struct BirdSettings: Sendable {
    /// The API key: `bk_`, the region, `_` and further letters.
    package var secret: Secret
    /// A number such as `+15557654321`, a short code, or a name that the workspace has claimed.
    package var sender: Senders
    /// Where the key's region is, without the API's path.
    package var url: String
    /// Allows `http` to other machines: every machine on the way can read the codes and numbers.
    package var allowsPlaintext = false

    /// The URL is that of the region that the key names, for example `https://eu1.platform.bird.com`.
    package init(secret: Secret, sender: Senders) {
        self.secret = secret
        self.sender = sender
        let parts = secret.text.split(separator: "_", omittingEmptySubsequences: false)
        let isNamed = parts.count > 2 && parts[0] == "bk" && parts[1].utf8.allSatisfy(\.isASCIILetterOrDigit)
        url = "https://\(isNamed ? parts[1] : "us1").platform.bird.com"
    }
}

extension BirdSettings: Concealed {
    /// Tells neither secret nor URL.
    package var description: String { "bird" }
}

extension BirdSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> HTTPEndpoint {
        try GatewaySettingsError.check(isThere: secret.text, setting: "secret")
        try sender.check(.missing) { !$0.isEmpty }
        var endpoint = try HTTPEndpoint(
            base: url, path: "/v1/sms/messages", contentType: "application/json", allowsPlaintext: allowsPlaintext)
        try endpoint.addHeader("authorization", value: "Bearer \(secret.text)", setting: "secret")
        return endpoint
    }
}
