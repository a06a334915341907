import Connections
import NIOCore
import NIOSSL

/// How to reach an SMSC, and the account that the link binds with.
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

extension LinkConfiguration {
    /// The TLS context, if the whole configuration can be used; nil without TLS.
    func checkedTLS() throws(SMPPError) -> NIOSSLContext? {
        guard !host.isEmpty, (1...65_535).contains(port) else {
            throw SMPPError(.invalidConfiguration, context: "host or port")
        }
        guard limits.areUsable, connectTimeout > .zero else {
            throw SMPPError(.invalidConfiguration, context: "limits")
        }
        var octets = ByteBuffer()
        try PDU(sequence: 1, .bind(bind)).write(to: &octets)
        guard let tls else { return nil }
        do {
            return try NIOSSLContext(configuration: tls.configuration)
        } catch {
            // What the library says may hold paths and parts of keys.
            throw SMPPError(.invalidConfiguration, context: "tls")
        }
    }
}

/// How a link keeps others from reading along.
package struct LinkTLS: Sendable {
    /// Which authorities to trust, and how strictly to check the SMSC's certificate.
    package var configuration: TLSConfiguration
    /// The name that the certificate must bear, if it does not bear the SMSC's address; nil for the link's host.
    package var serverName: String?

    package init(configuration: TLSConfiguration = .makeClientConfiguration(), serverName: String? = nil) {
        self.configuration = configuration
        self.serverName = serverName
    }
}

/// How long to wait before the next connection.
package struct ReconnectPolicy: Sendable {
    /// After a connection that failed or was lost: at most 1 s, then 2 s, and so on up to a minute.
    package var usual = Backoff(base: .seconds(1), cap: .seconds(60))
    /// After a bind that was refused because of its credentials: at most a minute, then two, up to ten.
    ///
    /// The operator has to correct them first, and many SMSCs lock an account that tries too often.
    package var refused = Backoff(base: .seconds(60), cap: .seconds(600))

    package init() {}

    /// The pause after so many failures in a row; `reason` is the last failure, and chance is between 0 and 1.
    package func pause(after reason: SMPPError, failures: Int, chance: Double) -> Duration {
        let backoff =
            switch reason.code {
            case .bindRefused(let status) where status.refusesCredentials: refused
            case .bindRefused, .lengthOutOfRange, .sequenceZero, .truncated, .fieldTooLong, .fieldUnusable,
                .parametersUnreadable, .connectionFailed, .tlsFailed, .bindTimedOut, .silent, .unboundByPeer, .nacked,
                .connectionLost, .invalidConfiguration:
                usual
            }
        return backoff.delay(after: failures, chance: chance)
    }
}
