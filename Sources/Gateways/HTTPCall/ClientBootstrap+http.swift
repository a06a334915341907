import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

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
