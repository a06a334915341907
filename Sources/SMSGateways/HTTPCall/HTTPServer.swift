import AsyncHTTPClient
import NIOCore
import NIOSSL

/// Where connections go, and with which trust.
struct HTTPServer: Sendable {
    let host: String
    let port: Int
    /// Nil without TLS; an error when this machine's trusted certificates cannot be read.
    let tls: Result<NIOSSLContext, any Error>?

    /// The server of a URL that has been read already; `trust` counts where the URL is `https`.
    init(of request: HTTPClient.Request, trust: TLSConfiguration) {
        host = request.host.trimmingBrackets
        port = request.port
        tls = request.scheme == "https" ? Result { try Self.context(trust) } : nil
    }

    /// TLS knows names only: an address is compared with the certificate without it.
    var serverName: String? {
        // Only an address can be read so, and a failure says that the host is a name.
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }

    private static func context(_ trust: TLSConfiguration) throws -> NIOSSLContext {
        var configuration = trust
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }
}

extension String {
    /// A URL writes an IPv6 address in brackets.
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
