import AsyncHTTPClient
import NIOCore
import NIOSSL

/// Where connections go, and with which trust.
///
/// The certificate is compared with the URL's host, whichever of its addresses is reached.
struct HTTPServer: Sendable {
    let host: String
    let port: Int
    /// Nil without TLS; an error when this machine's trusted certificates cannot be read.
    let tls: Result<NIOSSLContext, any Error>?
    let reach: ServerReach

    /// The server of a URL that has been read already; `trust` counts where the URL is `https`.
    init(of request: HTTPClient.Request, trust: TLSConfiguration) {
        self.init(of: request, tls: request.scheme == "https" ? Self.tls(trust) : nil, reach: .anywhere)
    }

    init(of request: HTTPClient.Request, tls: Result<NIOSSLContext, any Error>?, reach: ServerReach) {
        host = request.host.trimmingBrackets
        port = request.port
        self.tls = tls
        self.reach = reach
    }

    /// TLS knows names only: an address is compared with the certificate without it.
    var serverName: String? {
        // Only an address can be read so, and a failure says that the host is a name.
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }

    /// Reads the certificates that `trust` names, which takes milliseconds.
    static func tls(_ trust: TLSConfiguration) -> Result<NIOSSLContext, any Error> {
        var configuration = trust
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
