import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import VerificationCore

/// Posts each message as JSON to one URL, signed the Standard Webhooks way.
///
/// `webhook-id` is the message's id in every try. A redirect is not followed, and no more than 64 KiB of an answer are
/// read. HTTP/1.1 only: one connection carries one message at a time, so a lost connection leaves one message unknown,
/// not all that were under way.
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

    /// Checks the settings and connects to nobody yet.
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
        client = Self.client(connections: settings.connections)
    }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        if Task.isCancelled { return .refused(reason: "cancelled", mayRetry: true) }
        let exchange = HTTPExchange()
        let call = client.execute(
            request: request(for: message), delegate: exchange, eventLoop: .indifferent,
            deadline: .now() + TimeAmount(min(deadline, .seconds(3_600))))
        let failure = await withTaskCancellationHandler {
            await call.futureResult.failure()
        } onCancel: {
            call.fail(reason: CancellationError())
        }
        return verdict.outcome(of: exchange.reply, failure: failure, now: now())
    }

    /// Closes the connections; calls under way end as unknown, later ones as not sent.
    ///
    /// Harmless when called twice.
    package func shutdown() async {
        // The only error is that somebody else has shut the client down.
        try? await client.shutdown()
    }

    /// The client ends a debug build that forgets it while it is open; this one closes itself and lives until it has.
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

    /// Everything happens on one event loop, which takes half the processor time of two.
    ///
    /// Where a request and its connection are on two loops, an answer that comes before the request has left, and the
    /// end of the connection right after it, reach AsyncHTTPClient 1.37 in the wrong order, and it stops the process.
    private static func client(connections: Int) -> HTTPClient {
        HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(),
            configuration: configuration(connections: connections))
    }

    /// A failed connection fails its request at once: trying again is the worker's decision.
    ///
    /// Idle connections are let go after 4 s, sooner than servers usually do, because a request that crosses with the
    /// server's goodbye is one whose fate nobody knows.
    private static func configuration(connections: Int) -> HTTPClient.Configuration {
        var pool = HTTPClient.Configuration.ConnectionPool(
            idleTimeout: .seconds(4), concurrentHTTP1ConnectionsPerHostSoftLimit: connections)
        pool.retryConnectionEstablishment = false
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), connectionPool: pool,
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        return configuration
    }
}

extension EventLoopFuture<Void> {
    /// Waits for the end; nil when it was a good one.
    fileprivate func failure() async -> (any Error)? {
        do {
            try await get()
            return nil
        } catch {
            return error
        }
    }
}
