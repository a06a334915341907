/// Where the database is and how to deal with it.
///
/// Printing it shows neither the user's password nor any other part of the connection string.
package struct PostgresConfiguration: Sendable {
    /// Shown in `pg_stat_activity`; a name in the connection string takes precedence.
    package var applicationName = "swift"
    /// A pool never has more connections than this.
    package var maximumConnections = 8
    /// The time for all hosts together, from the look-up of the name to the end of authentication.
    ///
    /// Each address gets 300 ms at least, even when this time is over.
    package var connectTimeout: Duration = .milliseconds(1500)
    /// The longest time that a caller waits for a free connection.
    package var acquireTimeout: Duration = .seconds(2)
    /// The deadline of calls without a deadline of their own, waiting for a connection included.
    package var callTimeout: Duration = .seconds(2)
    /// The server ends a statement that runs longer; for later deadlines of callers, this has to be longer too.
    package var statementTimeout: Duration = .seconds(10)
    /// The server ends a statement that waits longer for a lock.
    package var lockTimeout: Duration = .seconds(5)
    /// The server ends a session that leaves its transaction open for longer.
    package var idleInTransactionTimeout: Duration = .seconds(10)
    /// Further settings of the server for every session, by name, each as the server itself would write it.
    ///
    /// The server refuses a session with a name that it does not know. The pool closes a session that does not keep
    /// these values, as happens with some poolers.
    package var serverSettings: [String: String] = [:]
    /// How many statements stay prepared on each connection.
    package var preparedStatementLimit = 256

    private(set) var addresses: ConnectionString

    /// Reads a connection string: a `postgresql://` URL, or libpq's `keyword=value` form.
    ///
    /// No host is contacted. Later the pool tries several hosts in turn, until a host takes writes;
    /// `target_session_attrs` may ask for another kind of host. What the string leaves out comes from libpq's
    /// environment variables (`PGHOST`, `PGPASSWORD`, …).
    ///
    /// - Parameters:
    ///   - url: the connection string. It is not repeated in errors, since it may hold a password.
    ///   - allowPlaintext: permits `sslmode=disable`, `allow` and `prefer` for other machines too. Without it
    ///     connections to other machines are always encrypted. The default mode is `verify-full` for them; the string
    ///     may ask for less.
    /// - Throws: `configuration`.
    package init(url: String, allowPlaintext: Bool = false) throws(PostgresError) {
        addresses = try ConnectionString(url, allowPlaintext: allowPlaintext)
    }

    /// The hosts in the order of the connection string.
    var targets: [ConnectionTarget] {
        addresses.hosts.map { host in
            var keywords = sessionKeywords
            keywords.merge(host.keywords) { $1 }
            keywords.merge(addresses.common) { $1 }
            keywords["options"] = [sessionOptions, addresses.common["options"] ?? ""].joined(separator: " ")
            return ConnectionTarget(
                name: host.name, keywords: keywords, allowsPlaintext: addresses.allowsPlaintext)
        }
    }

    /// A configuration for each host alone, standbys included, in the order of the connection string.
    package var eachHost: [PostgresConfiguration] {
        addresses.hosts.map { host in
            var alone = self
            alone.addresses = addresses.alone(host)
            return alone
        }
    }

    /// `serverSettings` without the settings that the connection string sets itself.
    var expectedSettings: [(name: String, value: String)] {
        let overruled = addresses.common["options"] ?? ""
        return serverSettings.filter { !overruled.contains($0.key) }.map { ($0.key, $0.value) }
    }

    /// Keywords that the connection string may overrule.
    ///
    /// The TCP settings notice a dead host. Only the deadlines of calls notice a frozen server whose kernel still
    /// answers.
    private var sessionKeywords: [String: String] {
        [
            "application_name": applicationName,
            "target_session_attrs": "read-write",
            "client_encoding": "UTF8",
            "gssencmode": "disable",
            "keepalives": "1",
            "keepalives_idle": "10",
            "keepalives_interval": "5",
            "keepalives_count": "3",
            "tcp_user_timeout": "10000",
        ]
    }

    /// Settings that every session begins with.
    ///
    /// With `client_connection_check_interval` the server ends the statement of a caller that has cut its connection,
    /// within a second, and so frees its locks.
    private var sessionOptions: String {
        """
        -c statement_timeout=\(statementTimeout.milliseconds) -c lock_timeout=\(lockTimeout.milliseconds) \
        -c idle_in_transaction_session_timeout=\(idleInTransactionTimeout.milliseconds) \
        -c client_connection_check_interval=1000 -c timezone=UTC\
        \(serverSettings.sorted { $0.key < $1.key }.map { " -c \($0.key)=\($0.value)" }.joined())
        """
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomReflectable {
    package var description: String { addresses.hosts.map(\.name).joined(separator: ", ") }
    package var customMirror: Mirror { Mirror(self, children: ["hosts": description]) }
}

extension Duration {
    /// Whole milliseconds, at least one: to the server zero means no limit.
    fileprivate var milliseconds: Int64 {
        max(1, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
