import ConnectionSupport

/// How to reach an SMSC, and as whom.
package struct LinkConfiguration: Sendable {
    /// A name or an address.
    package var host: String
    /// 2775 by habit; 3550 with TLS.
    package var port: Int
    package var bind: BindRequest
    package var limits = SessionLimits()
    /// Nil for a connection that others on the way can read.
    package var tls: LinkTLS?
    /// How long a TCP connection may take to come about.
    package var connectTimeout: Duration = .seconds(10)
    package var reconnecting = ReconnectPolicy()

    package init(host: String, port: Int, bind: BindRequest) {
        self.host = host
        self.port = port
        self.bind = bind
    }
}

extension LinkConfiguration: Concealed {
    /// Tells where to, and no credential.
    package var description: String { "SMPP link to \(host):\(port)" }
}
