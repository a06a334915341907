import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL
import VerificationCore

/// Posts events over HTTP, without proxy, redirect or second try.
package final class HTTPEventCaller: EventCaller {
    private let client: HTTPClient
    private let now: @Sendable () -> Timestamp

    /// `now`: the time that `Retry-After` dates are measured by.
    package init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
        // On a single event loop, as `SMSGateways` says why.
        client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(), configuration: Self.configuration)
    }

    private static var configuration: HTTPClient.Configuration {
        // A receiver may close an idle connection after 5 s, and then lose what arrives at that moment.
        var pool = HTTPClient.Configuration.ConnectionPool(
            idleTimeout: .seconds(4), concurrentHTTP1ConnectionsPerHostSoftLimit: 16)
        pool.retryConnectionEstablishment = false
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), connectionPool: pool,
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        return configuration
    }

    package func post(_ call: EventCall, deadline: Duration) async -> EventAnswer {
        // The problem's words could repeat the URL.
        guard (try? EventAddress(call.url)) != nil, let request = try? Self.request(call) else {
            return .unanswered(reason: "malformed-url")
        }
        let exchange = EventExchange(now: now)
        let running = client.execute(
            request: request, delegate: exchange, eventLoop: .indifferent, deadline: .now() + TimeAmount(deadline))
        do {
            try await running.futureResult.get()
        } catch {
            // An answer that breaks off or never ends has told its status all the same.
            return exchange.answer ?? .unanswered(reason: Self.reason(error))
        }
        return exchange.answer ?? .unanswered(reason: "no-answer")
    }

    private static func request(_ call: EventCall) throws -> HTTPClient.Request {
        var request = try HTTPClient.Request(url: call.url, method: .POST)
        for header in call.headers { request.headers.add(name: header.name, value: header.value) }
        request.body = .byteBuffer(ByteBuffer(bytes: call.body))
        return request
    }

    /// A stable word for why no answer came.
    private static func reason(_ failure: any Error) -> String {
        switch failure {
        case let error as HTTPClientError where error == .deadlineExceeded: "timeout"
        case let error as HTTPClientError where error == .connectTimeout: "connect-timeout"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "tls-failed"
        case let error as IOError where error.errnoCode == ECONNREFUSED: "connection-refused"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "connection-lost"
        default: "no-connection"
        }
    }

    /// Closes the connections; a second call does nothing.
    package func shutdown() async {
        // The only error says that the client is shut down already.
        try? await client.shutdown()
    }

    /// Closes the client, which lives until it is closed: AsyncHTTPClient stops a debug build that drops an open client.
    deinit {
        client.shutdown { _ in }
    }
}
