import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import VerificationCore

/// Posts each message as JSON to one URL, signed the Standard Webhooks way.
///
/// `webhook-id` is the message's id in every try. A redirect is not followed, and no more than 64 KiB of an answer are
/// read.
package final class WebhookGateway: SMSGateway {
    package let name: String
    package let honorsIdempotencyKeys: Bool
    package let keepsDeadlines = true
    let client: HTTPClient
    let template: HTTPClient.Request
    private let signature: WebhookSignature
    private let sender: String?
    private let verdict: WebhookVerdict
    private let now: @Sendable () -> Timestamp

    /// Checks the settings; the first message opens the first connection.
    ///
    /// - Parameters:
    ///   - name: Names the gateway in configuration, rows and metrics.
    ///   - settings: Where to post to, and how.
    ///   - now: The time that signatures and `Retry-After` dates are measured by.
    /// - Throws: what is wrong with the settings.
    package init(
        name: String = "webhook", settings: WebhookSettings, now: @escaping @Sendable () -> Timestamp
    ) throws(GatewaySettingsError) {
        guard let signature = WebhookSignature(secret: settings.secret) else {
            throw GatewaySettingsError(.malformedSecret, setting: "secret")
        }
        guard settings.connections > 0 else { throw GatewaySettingsError(.tooSmall, setting: "connections") }
        template = try settings.request()
        self.name = name
        self.signature = signature
        self.now = now
        sender = settings.sender
        honorsIdempotencyKeys = settings.honorsIdempotencyKeys
        verdict = WebhookVerdict(serverErrorsMeanNotSent: settings.serverErrorsMeanNotSent)
        client = .forCalls(connections: settings.connections)
    }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        let end = await client.call(request(for: message), within: min(deadline, .seconds(3_600)))
        return verdict.outcome(of: end, now: now())
    }

    /// Closes the connections; calls under way end as unknown, later calls as not sent.
    ///
    /// Harmless when called twice.
    package func shutdown() async {
        // The only error says that the client is shut down already.
        try? await client.shutdown()
    }

    /// Closes the client, which lives until it is closed: AsyncHTTPClient stops a debug build that drops an open client.
    deinit {
        client.shutdown { _ in }
    }

    private func request(for message: OutgoingMessage) -> HTTPClient.Request {
        let now = now()
        let seconds = now.milliseconds / 1_000
        let id = message.id.description
        let body = WebhookBody.encode(message, id: id, sender: sender, now: now)
        var request = template
        request.headers.add(name: "webhook-id", value: id)
        request.headers.add(name: "webhook-timestamp", value: String(seconds))
        request.headers.add(
            name: "webhook-signature", value: signature.sign(id: id, seconds: seconds, body: body))
        if let trace = message.traceContext { request.headers.add(name: "traceparent", value: trace.traceparent) }
        request.body = .byteBuffer(ByteBuffer(bytes: body))
        return request
    }
}
