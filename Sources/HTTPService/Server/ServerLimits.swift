import Hummingbird
import HummingbirdCore
import NIOCore

/// What one client may ask of the server before it is sent away.
package enum ServerLimits {
    /// The server closes a connection on which it could read nothing for this time: no complete request head, no part of a
    /// body, no next request.
    ///
    /// Hummingbird counts from the last part it could read, so a slow head ends too. A body that trickles is ended by
    /// `BodyLimits.time`. While a request is being answered, the connection stays open.
    package static let idle = TimeAmount.seconds(20)

    /// How many connections are open at once; further connections wait in the listening socket's backlog.
    package static let connections = 10_000

    /// Where to listen, and for how many connections at once.
    package static func configuration(
        host: String, port: Int, connections: Int = connections
    ) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port), serverName: nil, backlog: 1_024,
            availableConnectionsDelegate: MaximumAvailableConnections(connections))
    }

    /// HTTP/1.1 with these limits; a head that is too large, or is not HTTP, gets `400` and the connection is closed.
    package static func server(idle: TimeAmount = idle) -> HTTPServerBuilder {
        .http1(
            configuration: HTTP1Channel.Configuration(
                idleTimeout: idle,
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: 8_192, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)))
    }
}
