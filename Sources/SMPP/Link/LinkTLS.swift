import NIOSSL

/// How a link keeps others from reading along.
package struct LinkTLS: Sendable {
    /// Whom to trust, and how strictly to check the SMSC's certificate.
    package var configuration: TLSConfiguration
    /// The name that the certificate must bear, if it does not bear the SMSC's address; nil for the link's host.
    package var serverName: String?

    package init(configuration: TLSConfiguration = .makeClientConfiguration(), serverName: String? = nil) {
        self.configuration = configuration
        self.serverName = serverName
    }
}
