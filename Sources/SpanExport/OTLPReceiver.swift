import AsyncHTTPClient
import ConnectionSupport
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
