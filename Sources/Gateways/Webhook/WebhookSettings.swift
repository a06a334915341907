import Connections

/// How to reach one webhook.
package struct WebhookSettings: Sendable {
    /// Where to post to: `https`, or `http` to this machine.
    package var url: String
    /// `whsec_` and the Base64 of 24 to 64 bytes.
    package var secret: String
    /// Sent as `Authorization: Bearer …`; nil for no such header.
    package var bearerToken: String?
    /// Sent as `data.from`: the sender that the phone should show, if the receiver can set it.
    package var sender = Senders.none
    /// The sender's registration in India, sent as `data.india_entity` and `data.india_template` with Indian numbers.
    package var india: IndianRegistration?
    /// Whether the receiver sends a single SMS when it gets the same `webhook-id` several times.
    package var honorsIdempotencyKeys = false
    /// Whether an answer of 5xx, 408, 409, 423, 424, 425 or 499 means that the receiver has sent nothing; if false, the
    /// outcome is unknown.
    ///
    /// A proxy before the receiver gives such answers too, so it must keep the promise as well.
    package var serverErrorsMeanNotSent = false
    /// Whether the receiver reports the delivery of messages later.
    ///
    /// Then the receiver names a message by the id in its answer or, where the answer has no id, by the `webhook-id`.
    package var tellsReceipts = false
    /// What the receiver gets of the request that caused the message, besides the message.
    package var includes: Set<WebhookInclusion> = []
    /// Allows `http` to other machines; then every machine on the way can read codes and phone numbers.
    package var allowsPlaintext = false

    package init(url: String, secret: String) {
        self.url = url
        self.secret = secret
    }
}

extension WebhookSettings: Concealed {
    /// Shows neither the secret nor the URL.
    package var description: String { "webhook" }
}

extension WebhookSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> HTTPEndpoint {
        var endpoint = try HTTPEndpoint(
            url: url, contentType: "application/json", allowsPlaintext: allowsPlaintext)
        if let bearerToken {
            guard !bearerToken.isEmpty, !bearerToken.contains(" ") else {
                throw GatewaySettingsError(.malformedToken, setting: "token")
            }
            try endpoint.addHeader("authorization", value: "Bearer \(bearerToken)", setting: "token")
        }
        return endpoint
    }
}
