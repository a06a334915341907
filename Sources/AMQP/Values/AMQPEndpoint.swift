import CRabbitMQ
import Connections
import Glibc

/// One node: an AMQP URL, taken apart.
///
/// Printing it shows no password.
struct AMQPEndpoint: Sendable, Equatable {
    let host: String
    let port: Int
    let virtualHost: String
    let usesTLS: Bool
    let user: String
    let password: Secret

    /// A text that does not print itself.
    struct Secret: Sendable, Equatable, Concealed {
        let value: String
        var description: String { "(secret)" }
    }

    /// Whether bytes to this node stay on this machine.
    var isLocal: Bool {
        if ["localhost", "::1"].contains(host.lowercased()) { return true }
        var address = in_addr()
        return host.hasPrefix("127.") && inet_pton(AF_INET, host, &address) == 1
    }

    /// Reads `url`; an error names the URL by `number`, counted from 1, and repeats nothing of it.
    init(url: String, number: Int) throws(AMQPError) {
        // amqp_parse_url writes into the text that it reads, and its results point into that text.
        var text = Array(url.utf8CString)
        var parsed = amqp_connection_info()
        let fields = text.withUnsafeMutableBufferPointer { text -> AMQPEndpoint? in
            guard amqp_parse_url(text.baseAddress, &parsed) == AMQP_STATUS_OK.rawValue else { return nil }
            return AMQPEndpoint(parsed)
        }
        guard let fields, !fields.host.isEmpty, fields.port > 0 else {
            throw AMQPError(
                .invalidConfiguration,
                context:
                    "URL \(number) must be amqp[s]://user:password@host:port/vhost (percent-encode reserved characters)"
            )
        }
        guard !fields.usesTLS || !fields.host.isNumericAddress else {
            throw AMQPError(
                .invalidConfiguration, context: "URL \(number): TLS needs a host name, an address cannot be verified")
        }
        self = fields
    }

    private init(_ parsed: amqp_connection_info) {
        host = String(cString: parsed.host)
        port = Int(parsed.port)
        let path = String(cString: parsed.vhost)
        virtualHost = path.isEmpty ? "/" : path
        usesTLS = parsed.ssl != 0
        user = String(cString: parsed.user)
        password = Secret(value: String(cString: parsed.password))
    }
}

extension AMQPEndpoint: CustomStringConvertible {
    var description: String { "\(usesTLS ? "amqps" : "amqp")://\(host):\(port)" }
}

extension String {
    /// Whether this is an IPv4 or IPv6 address rather than a name.
    fileprivate var isNumericAddress: Bool {
        var scratch = in6_addr()
        return inet_pton(AF_INET, self, &scratch) == 1 || inet_pton(AF_INET6, self, &scratch) == 1
    }
}
