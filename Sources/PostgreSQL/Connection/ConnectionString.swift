import CPostgreSQL
import Glibc

/// A connection string taken apart and judged; no host is contacted.
struct ConnectionString: Sendable {
    struct Host: Sendable {
        /// Host and port, for messages.
        let name: String
        let keywords: [String: String]
    }

    private(set) var hosts: [Host]
    /// The keywords that all hosts share.
    private(set) var common: [String: String]
    let allowsPlaintext: Bool

    init(_ text: String, allowPlaintext: Bool) throws(PostgresError) {
        var keywords = try Self.parse(text)
        guard keywords["service"] == nil else { throw .configuration("`service` is not supported") }
        Self.environment.forEach { keyword, variable in
            if keywords[keyword] == nil, let value = getenv(variable) { keywords[keyword] = String(cString: value) }
        }
        let places = try Self.places(&keywords)
        let mode = keywords.removeValue(forKey: "sslmode")
        var hosts: [Host] = []
        for place in places { hosts.append(try Self.host(place, mode: mode, allowPlaintext: allowPlaintext)) }
        self.hosts = hosts
        common = keywords
        allowsPlaintext = allowPlaintext
    }

    /// The string for one of its hosts alone, whether that host takes writes or not.
    func alone(_ host: Host) -> ConnectionString {
        var alone = self
        alone.hosts = [host]
        alone.common["target_session_attrs"] = "any"
        return alone
    }

    /// Keywords that decide which server is contacted and how; libpq itself reads the other variables.
    private static let environment = [
        "host": "PGHOST", "hostaddr": "PGHOSTADDR", "port": "PGPORT", "sslmode": "PGSSLMODE",
        "sslrootcert": "PGSSLROOTCERT", "target_session_attrs": "PGTARGETSESSIONATTRS",
        "application_name": "PGAPPNAME", "options": "PGOPTIONS",
    ]

    /// The system's certificate authorities on Debian and its derivatives; libpq 15 has no keyword for them.
    private static let systemCertificates = "/etc/ssl/certs/ca-certificates.crt"

    /// Drops libpq's own message, because it quotes the string.
    private static func parse(_ text: String) throws(PostgresError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            throw .configuration("the connection string cannot be read (it is not shown, for it may hold a password)")
        }
        defer { PQconninfoFree(options) }
        var keywords: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val, value.pointee != 0 {
                keywords[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        return keywords
    }
}

extension ConnectionString {
    private typealias Place = (host: String, address: String, port: String)

    /// Splits the lists of hosts, addresses and ports.
    ///
    /// libpq could try the hosts of the lists itself, but without a time limit for each host.
    private static func places(_ keywords: inout [String: String]) throws(PostgresError) -> [Place] {
        let hosts = list(keywords.removeValue(forKey: "host"))
        let addresses = list(keywords.removeValue(forKey: "hostaddr"))
        let ports = list(keywords.removeValue(forKey: "port"))
        let count = max(hosts.count, addresses.count, 1)
        guard [0, count].contains(hosts.count), [0, count].contains(addresses.count),
            [0, 1, count].contains(ports.count)
        else { throw .configuration("the numbers of hosts, addresses and ports differ") }
        guard ports.allSatisfy({ $0.isEmpty || UInt16($0) != nil }) else { throw .configuration("a port is no number") }
        return (0..<count).map { index in
            let port = ports.isEmpty ? "" : ports[ports.count == 1 ? 0 : index]
            return (hosts.isEmpty ? "" : hosts[index], addresses.isEmpty ? "" : addresses[index], port)
        }
    }

    private static func list(_ value: String?) -> [String] {
        value?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }

    private static func host(_ place: Place, mode: String?, allowPlaintext: Bool) throws(PostgresError) -> Host {
        let reached = place.address.isEmpty ? place.host : place.address
        let label = place.host.isEmpty ? reached : place.host
        let name = "\(label.isEmpty ? "the local socket" : label):\(place.port.isEmpty ? "5432" : place.port)"
        let isLocal = ConnectionTarget.isLocal(host: reached)
        let mode = mode ?? (isLocal ? "prefer" : "verify-full")
        guard plaintextModes.contains(mode) || encryptingModes.contains(mode) else {
            throw .configuration("there is no such sslmode")
        }
        guard isLocal || allowPlaintext || encryptingModes.contains(mode) else {
            throw .configuration("sslmode=\(mode) would let \(name) be reached in plaintext, which is not allowed")
        }
        var keywords = ["host": place.host, "hostaddr": place.address, "port": place.port, "sslmode": mode]
        // Only these modes get the file: with the file, libpq would verify in the mode `require` too.
        if mode.hasPrefix("verify"), access(systemCertificates, R_OK) == 0 {
            keywords["sslrootcert"] = systemCertificates
        }
        return Host(name: name, keywords: keywords)
    }

    private static let plaintextModes: Set<String> = ["disable", "allow", "prefer"]
    private static let encryptingModes: Set<String> = ["require", "verify-ca", "verify-full"]
}
