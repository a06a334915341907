import Foundation
import NIOCore
import Sandbox

/// A server at which a load may aim: one on this machine, or one that the settings name.
package struct LoadAddress: Sendable, Hashable {
    /// Why a load does not aim at a URL, in a sentence.
    package struct Refused: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    package let host: String
    package let port: Int

    /// A port of this machine.
    init(port: Int) {
        host = "127.0.0.1"
        self.port = port
    }

    /// Reads a URL; `hosts` are those at which a load may aim besides this machine.
    ///
    /// Load on a machine of others is an attack. So nothing but the operator's own settings can allow it.
    package init(_ url: String, hosts: [String]) throws(Refused) {
        guard let parts = URLComponents(string: url), parts.scheme == "http", let named = parts.host, !named.isEmpty,
            ["", "/"].contains(parts.path), parts.query == nil, parts.user == nil
        else { throw Refused(description: "\(url) is no URL such as http://127.0.0.1:8080") }
        let host = named.hasPrefix("[") ? String(named.dropFirst().dropLast()) : named
        guard isLoopback(host) || hosts.contains(host.lowercased()) else {
            throw Refused(
                description: "bench does not aim at \(host): it is neither this machine nor in the setting bench.hosts")
        }
        self.host = host
        port = parts.port ?? 80
    }

    /// As the header `Host` and URLs name it.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The bytes of a call.
    func call(_ method: String, _ path: String, key: String? = nil, body: String? = nil) -> ByteBuffer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(authority)\r\n"
        if let key { head += "Authorization: Bearer \(key)\r\n" }
        if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        return ByteBuffer(string: head + "\r\n" + (body ?? ""))
    }
}
