/// Where the broker is and how patient to be with it.
///
/// Printing it shows no password.
package struct AMQPConfiguration: Sendable {
    /// The nodes of one broker, tried in turn.
    let endpoints: [AMQPEndpoint]

    /// Whether the broker is a cluster, as far as its URLs tell.
    package var hasSeveralNodes: Bool { endpoints.count > 1 }

    /// The name of this connection in RabbitMQ's list of connections.
    package var connectionName = "amqp"
    /// The file with the certificates (PEM) of the authorities that may sign the broker's certificate; needed for
    /// `amqps`.
    package var caFile: String?
    /// How often each side proves that it is alive; after twice this time of silence the connection is dropped.
    ///
    /// Whole seconds, at least 1; 10 to 20 s are wise. A broker that proposes a shorter time gets it.
    package var heartbeat: Duration = .seconds(15)
    /// The longest time for connecting, and again the longest time for logging in.
    package var handshakeDeadline: Duration = .seconds(3)
    /// The longest wait for the answer to one remote call, for example to a declaration.
    package var rpcDeadline: Duration = .seconds(5)
    /// The longest time for one round of reading and writing; then the watchdog cuts the connection.
    package var callDeadline: Duration = .seconds(2)
    /// The largest frame, in bytes, that this side offers to take and send; the broker may ask for a smaller frame.
    package var frameSize: Int32 = 131_072
    /// How many bytes of a delivery's body are kept; of a longer body the beginning is kept.
    package var bodyLimit = 262_144

    /// Reads one or several URLs, `amqp://user:password@host:port/vhost` or `amqps://…`, with commas or spaces between.
    ///
    /// Parts that are left out become `guest`, `guest`, `localhost`, 5672 (5671 with TLS) and `/`. Reserved characters
    /// in a part are percent-encoded.
    ///
    /// - Parameters:
    ///   - urls: never repeated in an error.
    ///   - allowPlaintext: lets `amqp://` name another machine. Then passwords and messages cross the network
    ///     unencrypted.
    /// - Throws: `invalidConfiguration`.
    package init(urls: String, allowPlaintext: Bool = false) throws(AMQPError) {
        var endpoints: [AMQPEndpoint] = []
        for url in urls.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let endpoint = try AMQPEndpoint(url: String(url), number: endpoints.count + 1)
            guard endpoint.usesTLS || endpoint.isLocal || allowPlaintext else {
                throw AMQPError(
                    .invalidConfiguration,
                    context: "\(endpoint) would be reached in plaintext, which is not allowed; use amqps")
            }
            endpoints.append(endpoint)
        }
        guard !endpoints.isEmpty else { throw AMQPError(.invalidConfiguration, context: "no AMQP URL") }
        self.endpoints = endpoints
    }
}

extension AMQPConfiguration: CustomStringConvertible {
    package var description: String { endpoints.map(\.description).joined(separator: ",") }
}
