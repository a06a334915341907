import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import VerificationCore

/// Posts each message as JSON to a URL, signed the Standard Webhooks way.
///
/// `webhook-id` is the message's id in every try. The gateway follows no redirect, and keeps at most 64 KiB of a reply.
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
    ///   - now: The clock for the times in bodies and signatures, and for `Retry-After` dates.
    /// - Throws: A problem of `secret`, `url`, `token` or `connections`.
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

    /// Closes the connections; a second call does nothing.
    ///
    /// A call that has left and has no answer yet ends as unknown. A call that has not left, and every later call, ends
    /// as not sent.
    package func shutdown() async {
        // The only error means that the client is shut down already.
        try? await client.shutdown()
    }

    /// Closes the client: AsyncHTTPClient stops a debug build that drops an open client.
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
