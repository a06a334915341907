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
