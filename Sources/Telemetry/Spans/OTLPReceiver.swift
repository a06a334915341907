import AsyncHTTPClient
import Connections
import NIOCore
import NIOHTTP1
import VerificationCore

/// The receiver of spans, as one URL.
final class OTLPReceiver: Sendable {
    private static let mostBodyBytes = 65_536

    private let client: HTTPClient
    private let url: String
    private let headers: HTTPHeaders
    private let now: @Sendable () -> Timestamp

    init(_ settings: SpanExportSettings, now: @escaping @Sendable () -> Timestamp) {
        url = settings.url
        self.now = now
        var headers: HTTPHeaders = ["content-type": "application/json", "user-agent": "verifyd"]
        for header in settings.headers { headers.replaceOrAdd(name: header.name, value: header.value) }
        self.headers = headers
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = settings.way.trust.configuration
        configuration.proxy = settings.way.proxy.map(HTTPClient.Configuration.Proxy.init)
        client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(), configuration: configuration)
    }

    /// Posts a document; a cancelled task ends the call.
    func post(_ document: [UInt8], within limit: Duration) async -> OTLPAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = headers
        request.body = .bytes(ByteBuffer(bytes: document))
        do {
            let response = try await client.execute(request, deadline: .now() + TimeAmount(limit))
            let wait = response.headers.first(name: "retry-after").flatMap { RetryAfter.wait($0, now: now()) }
            // The status has said whether it has the spans, also where the body breaks off.
            let body = try? await response.body.collect(upTo: Self.mostBodyBytes)
            return OTLPAnswer(
                status: Int(response.status.code), retryAfter: wait,
                body: body.map { Array($0.readableBytesView) } ?? [])
        } catch let error as HTTPClientError {
            // Names a case of the client's, without the URL.
            return .unanswered(reason: "\(error)")
        } catch {
            return .unanswered(reason: error is CancellationError ? "cancelled" : "not connected")
        }
    }

    func shutDown() async {
        // The only error says that the client is shut down already.
        try? await client.shutdown()
    }

    /// For a process that never sends: AsyncHTTPClient stops a debug build that drops an open client.
    deinit {
        client.shutdown { _ in }
    }
}

extension HTTPClient.Configuration.Proxy {
    fileprivate init(_ proxy: HTTPProxy) {
        self = .server(
            host: proxy.host, port: proxy.port,
            authorization: proxy.credentials.map { .basic(credentials: $0) })
    }
}

/// Where spans go, and what each export says about this process.
package struct SpanExportSettings: Sendable {
    /// The URL that spans are posted to, for example `http://127.0.0.1:4318/v1/traces`.
    package var url: String
    /// Sent with each call, for example a token.
    package var headers: [(name: String, value: String)] = []
    /// How calls get to the receiver.
    package var way = HTTPWay()
    /// What the receiver shows of the process, for example `service.name`.
    package var resource: [(name: String, value: String)] = []
    /// How many spans wait at most; later spans are dropped and counted.
    package var mostWaiting = 4_096
    /// How many spans a call carries at most.
    package var mostTogether = 512
    /// How long the first span waits for others.
    package var gathering = Duration.seconds(5)
    /// How long a call may take.
    package var callDeadline = Duration.seconds(10)
    /// How often the same spans are sent at most.
    package var tries = 5
    /// The wait after the first failure; each later wait is twice as long.
    package var firstPause = Duration.seconds(1)
    /// How long the last spans may take after the stop.
    package var lastDeadline = Duration.seconds(2)

    package init(url: String) {
        self.url = url
    }
}
