import Hummingbird
import HummingbirdCore
import NIOCore

/// What one client may ask of the server before it is sent away.
package enum ServerLimits {
    /// A connection is closed after so long without a complete request head, without a part of a body, or at rest.
    ///
    /// Hummingbird counts from the last part it could read, so this ends slow heads too. It has no limit of its own for
    /// a body that trickles; `Request.jsonObject` has. While a request is being answered nothing is closed.
    package static let idle = TimeAmount.seconds(20)

    /// Open connections; more wait in the listening socket's backlog.
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
