import AsyncHTTPClient
import Connections
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Where connections go, and with which trust.
///
/// The certificate is compared with the URL's host, whichever of its addresses is reached.
struct HTTPServer: Sendable {
    let host: String
    let port: Int
    /// Nil without TLS; an error when this machine's trusted certificates cannot be read.
    let tls: Result<NIOSSLContext, any Error>?
    /// Finds the addresses of the proxy, where there is one: the proxy itself finds those of the server.
    let reach: ServerReach
    /// Nil for connections to the server itself.
    let proxy: HTTPProxy?

    /// The server of a URL that has been read already; the way's trust counts where the URL is `https`.
    init(of request: HTTPClient.Request, way: HTTPWay) {
        self.init(
            of: request, tls: request.scheme == "https" ? Self.tls(way.trust) : nil, reach: .anywhere,
            proxy: way.proxy)
    }

    init(
        of request: HTTPClient.Request, tls: Result<NIOSSLContext, any Error>?, reach: ServerReach,
        proxy: HTTPProxy? = nil
    ) {
        host = request.host.trimmingBrackets
        port = request.port
        self.tls = tls
        self.reach = reach
        self.proxy = proxy
    }

    /// TLS knows names only: an address is compared with the certificate without it.
    var serverName: String? {
        // Only an address can be read so, and a failure says that the host is a name.
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }

    /// Reads the certificates that `trust` names, which takes milliseconds.
    static func tls(_ trust: TrustedAuthorities) -> Result<NIOSSLContext, any Error> {
        var configuration = trust.configuration
        configuration.applicationProtocols = ["http/1.1"]
        return Result { [configuration] in try NIOSSLContext(configuration: configuration) }
    }
}

extension String {
    /// A URL writes an IPv6 address in brackets.
    var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}

extension HTTPServer {
    /// Where connections go: the proxy, or else the server itself.
    var nearest: (host: String, port: Int) { proxy.map { ($0.host, $0.port) } ?? (host, port) }

    /// What asks the proxy for a tunnel; nil without TLS, for a proxy reads and hands on what is plain.
    ///
    /// So a proxy learns the server's name, and nothing of a message that TLS protects.
    var tunnel: ProxyTunnel? {
        guard let proxy, tls != nil else { return nil }
        return ProxyTunnel(to: authority, authorization: proxy.authorization)
    }

    /// The request as the next server has to read it: a proxy gets the whole URL of a request without TLS.
    ///
    /// Some proxies, tinyproxy is one, end a connection after an answer and do not say so. A request that left at that
    /// moment would be unknown, so each request through such a proxy has its own connection.
    func addressed(_ request: HTTPRequest) -> HTTPRequest {
        guard let proxy, tls == nil else { return request }
        var request = request
        request.endsConnection = true
        request.target = "http://\(authority)\(request.target)"
        if let authorization = proxy.authorization {
            request.headers.add(name: "proxy-authorization", value: authorization)
        }
        return request
    }

    /// An IPv6 address stands in brackets.
    private var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension ClientBootstrap {
    /// Makes one connection to a server, or to the proxy on the way to it; the connection tells `pool`.
    convenience init(to server: HTTPServer, pool: HTTPConnectionPool, number: Int, on eventLoop: any EventLoop) {
        self.init(group: eventLoop)
        let pool = NIOLoopBound(pool, eventLoop: eventLoop)
        let limit = Duration.seconds(5)
        _ = connectTimeout(TimeAmount(limit))
            .resolver(ServerLookup(server.reach, within: limit, on: eventLoop))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tunnel = server.tunnel { try pipeline.addHandler(tunnel) }
                    if let tls = try server.tls?.get() {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: server.serverName))
                    }
                    try pipeline.addHandlers(
                        HTTPRequestEncoder(), ByteToMessageHandler(HTTPResponseDecoder()),
                        HTTPConnection(number: number, pool: pool.value, usesTLS: server.tls != nil))
                }
            }
    }
}
