import Hummingbird
import HummingbirdCore
import NIOCore

/// How much of the server clients may take up: connections, and the size of a head; for how long, `KeepAlive` says.
package enum ServerLimits {
    /// How many connections are open at once; further connections wait in the listening socket's backlog.
    package static let connections = 10_000

    /// How many of them a network may hold where any caller can connect; see `ConnectionShare`.
    package static let connectionsPerNetwork = 256

    /// Where to listen, and for how many connections at once.
    package static func configuration(
        host: String, port: Int, connections: Int = connections
    ) -> ServerConfiguration {
        ServerConfiguration(
            address: .hostname(host, port: port), serverName: nil, backlog: 1_024,
            availableConnectionsDelegate: MaximumAvailableConnections(connections))
    }

    /// HTTP/1.1 with these limits, the sizes in bytes.
    ///
    /// When a head is too large or is not HTTP, Hummingbird answers `400` and closes the connection.
    package static func server(keepAlive: KeepAlive = .standard) -> HTTPServerBuilder {
        HTTPServerBuilder { channel(for: $0, keepAlive: keepAlive) }
    }

    /// HTTP/1.1 for one connection.
    ///
    /// Hummingbird counts a connection's silence from the last part that it could read, so a head that arrives too
    /// slowly also ends the connection. While a call that was read to its end is being answered, it stays open.
    static func channel(
        for responder: @escaping HTTPChannelHandler.Responder, keepAlive: KeepAlive
    ) -> NearHTTPChannel {
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ArrivingBody(within: keepAlive.withinCall)],
            idleTimeout: keepAlive.betweenCalls,
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: 8_192, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100))
        return NearHTTPChannel(HTTP1Channel(responder: responder, configuration: configuration))
    }
}
