import NIOHTTP1
import StrictJSON
import VerificationCore

/// Posts each message as JSON to one URL, signed the Standard Webhooks way.
///
/// `webhook-id` is the message's id in every try.
package struct Webhook: HTTPProvider {
    package let honorsIdempotencyKeys: Bool
    package let endpoint: HTTPEndpoint
    package var trustsServerErrors: Bool { serverErrorsMeanNotSent }
    private let signature: WebhookSignature
    private let sender: Senders
    private let india: IndianRegistration?
    private let serverErrorsMeanNotSent: Bool
    private let tellsReceipts: Bool
    private let includes: Set<WebhookInclusion>

    /// - Throws: what is wrong with the settings.
    package init(_ settings: WebhookSettings) throws(GatewaySettingsError) {
        guard let signature = WebhookSignature(secret: settings.secret) else {
            throw GatewaySettingsError(.malformedSecret, setting: "secret")
        }
        endpoint = try settings.endpoint()
        self.signature = signature
        try settings.india?.check()
        try settings.sender.check { !$0.isEmpty }
        (sender, india) = (settings.sender, settings.india)
        honorsIdempotencyKeys = settings.honorsIdempotencyKeys
        serverErrorsMeanNotSent = settings.serverErrorsMeanNotSent
        tellsReceipts = settings.tellsReceipts
        includes = settings.includes
    }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        let seconds = now.milliseconds / 1_000
        let id = message.id.description
        let body = WebhookBody.encode(
            message, id: id, sender: sender[message.phone], india: india?.ids(for: message), including: includes,
            now: now)
        var request = endpoint.request(body)
        request.headers.add(name: "webhook-id", value: id)
        request.headers.add(name: "webhook-timestamp", value: String(seconds))
        request.headers.add(
            name: "webhook-signature", value: signature.sign(id: id, seconds: seconds, body: body))
        return request
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        reply.refusal(at: now, doubtMeansNotSent: serverErrorsMeanNotSent)
            ?? .accepted(id: Self.id(in: reply.json))
    }

    package func idInReceipts(of message: OutgoingMessage) -> String? {
        tellsReceipts ? message.id.description : nil
    }

    /// The receiver's id under one of the usual names; nil when there is none that can be stored.
    private static func id(in answer: JSONValue?) -> String? {
        // A body that is no JSON has no id; the message is accepted all the same.
        ["id", "sid", "message_id"].lazy.compactMap { answer?[$0]?.gatewayID }.first
    }
}
