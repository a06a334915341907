import ConnectionSupport
import NIOHTTP1

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

    /// The request as the next server has to read it: a proxy is told the whole URL of what is plain.
    ///
    /// Some proxies, tinyproxy is one, end a connection after an answer and do not say so. A request that left at that
    /// moment would be unknown, so each has a connection of its own.
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
