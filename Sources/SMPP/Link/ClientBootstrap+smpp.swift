import Glibc
import NIOCore
import NIOPosix
import NIOSSL

extension ClientBootstrap {
    /// Connects as `configuration` says; each channel cuts its stream into PDUs and tells `driver`.
    ///
    /// `tls` has been made of the configuration's TLS.
    convenience init(_ configuration: LinkConfiguration, tls: NIOSSLContext?, driver: LinkDriver, connection: Int) {
        self.init(group: driver.eventLoop)
        let serverName = configuration.tls.flatMap { $0.serverName ?? Self.serverName(configuration.host) }
        _ = connectTimeout(TimeAmount(bounded: configuration.connectTimeout))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: serverName))
                    }
                    try pipeline.addHandler(ByteToMessageHandler(PDUFrameDecoder()))
                    try pipeline.addHandler(SessionHandler(driver: driver, connection: connection))
                }
            }
    }

    /// TLS knows names only: an address is compared with the certificate without it.
    private static func serverName(_ host: String) -> String? {
        // Only an address can be read so, and a failure says that the host is a name.
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }
}

extension TimeAmount {
    /// At most an hour, at least nothing: event loops count nanoseconds in 64 bits and do not check sums.
    ///
    /// The alarm of a session that fires early is set again, and no pause is longer.
    init(bounded span: Duration) {
        self.init(min(max(span, .zero), .seconds(3_600)))
    }
}

extension SMPPError {
    /// What an error of the socket or of TLS means for a link.
    init(_ error: any Error, wasBound: Bool) {
        switch error {
        case let error as SMPPError: self = error
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(wasBound ? .connectionLost : .tlsFailed, context: "tls")
        default: self.init(.connectionLost, context: "socket")
        }
    }

    /// Why no TCP connection came about: `refused`, `timeout`, `unknown host`, or only `connect`.
    init(connecting error: any Error) {
        guard let error = error as? NIOConnectionError else {
            let isLate = if case ChannelError.connectTimeout = error { true } else { false }
            self.init(.connectionFailed, context: isLate ? "timeout" : "connect")
            return
        }
        let failures = error.connectionErrors.map(\.error)
        if failures.isEmpty {
            self.init(.connectionFailed, context: "unknown host")
        } else if failures.contains(where: { ($0 as? IOError)?.errnoCode == ECONNREFUSED }) {
            self.init(.connectionFailed, context: "refused")
        } else {
            self = failures.first.map(SMPPError.init(connecting:)) ?? SMPPError(.connectionFailed, context: "connect")
        }
    }
}
