import Hummingbird
import HummingbirdCore
import NIOCore

/// How much of the server clients may take up: time without a word, connections, and the size of a head.
package enum ServerLimits {
    /// How long a connection may bring no complete head and no part of a body before the server closes it.
    ///
    /// Hummingbird counts from the last part that it could read, so a head that arrives too slowly also ends the
    /// connection. `BodyLimits.time` ends a body that arrives too slowly. While a call that was read to its end is
    /// being answered, the connection stays open.
    package static let idle = TimeAmount.seconds(20)

    /// How many connections are open at once; further connections wait in the listening socket's backlog.
    package static let connections = 10_000

    /// How many of them a network may hold where everybody can connect; see `ConnectionShare`.
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
    package static func server(idle: TimeAmount = idle) -> HTTPServerBuilder {
        HTTPServerBuilder { channel(for: $0, idle: idle) }
    }

    static func channel(for responder: @escaping HTTPChannelHandler.Responder, idle: TimeAmount) -> NearHTTPChannel {
        let configuration = HTTP1Channel.Configuration(
            idleTimeout: idle,
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: 8_192, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100))
        return NearHTTPChannel(HTTP1Channel(responder: responder, configuration: configuration))
    }
}
