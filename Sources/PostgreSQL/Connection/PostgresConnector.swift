import Connections
import Synchronization

/// Opens connections to the hosts of the configuration, in turn until a host takes the connection.
final class PostgresConnector: Sendable {
    private let configuration: PostgresConfiguration
    private let targets: [ConnectionTarget]
    private let lookup: HostLookup
    /// The first host to try: the host that took the last connection, so that a dead host costs time only once.
    private let preferred = Atomic(0)
    /// The least time for each host and address, even when earlier hosts have used up all the time.
    private static let leastShare = Duration.milliseconds(300)

    /// The look-up of all pools, apart from that of other servers' names, which may hang longer.
    private static let sharedLookup = HostLookup(label: "postgres.names")

    init(_ configuration: PostgresConfiguration, lookup: HostLookup? = nil) {
        self.configuration = configuration
        self.lookup = lookup ?? Self.sharedLookup
        targets = configuration.targets
    }

    /// Tries each host for its share of the time that is left.
    ///
    /// - Parameter onSignal: called on the shared loop; it must not block.
    /// - Returns: a connection that is ready.
    /// - Throws: the error of the only host, or an error with the message of every host.
    func open(
        onSignal: @escaping @Sendable (PostgresConnection, PostgresConnection.Signal) -> Void
    ) async throws(PostgresError) -> PostgresConnection {
        let deadline = ContinuousClock.now + configuration.connectTimeout
        let first = preferred.load(ordering: .relaxed)
        var failures: [PostgresError] = []
        for attempt in targets.indices {
            let index = (first + attempt) % targets.count
            let end = Self.share(of: deadline, among: targets.count - attempt)
            do {
                let connection = try await open(targets[index], until: end, onSignal)
                try await checkSettings(of: connection, to: targets[index], by: end)
                preferred.store(index, ordering: .relaxed)
                return connection
            } catch {
                failures.append(error)
            }
        }
        preferred.store((first + 1) % targets.count, ordering: .relaxed)
        if failures.count == 1 { throw failures[0] }
        let kind = failures.allSatisfy { $0.kind == .configuration } ? PostgresError.Kind.configuration : .unavailable
        throw PostgresError(kind, context: failures.map(\.context).joined(separator: "; "))
    }

    /// Tries each address of a host for its share of the time, because the server at the first address may be silent.
    private func open(
        _ target: ConnectionTarget, until deadline: ContinuousClock.Instant,
        _ onSignal: @escaping @Sendable (PostgresConnection, PostgresConnection.Signal) -> Void
    ) async throws(PostgresError) -> PostgresConnection {
        guard let loop = ConnectionLoop.shared else { throw .unavailable("no file descriptor or thread is left") }
        let addresses = try await target.atEachAddress(by: lookup, until: deadline)
        var failure = PostgresError.unavailable("\(target.name) has no address")
        for (place, address) in addresses.enumerated() {
            let connection = PostgresConnection(
                on: loop, statementLimit: configuration.preparedStatementLimit, onSignal: onSignal)
            do {
                try await connection.open(
                    address, deadline: Self.share(of: deadline, among: addresses.count - place))
                return connection
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func share(
        of deadline: ContinuousClock.Instant, among count: Int
    ) -> ContinuousClock.Instant {
        let now = ContinuousClock.now
        return now + max(leastShare, (deadline - now) / count)
    }

    /// Closes the connection and throws `configuration` if the session lacks a setting: some poolers forget them.
    private func checkSettings(
        of connection: PostgresConnection, to target: ConnectionTarget, by deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        let expected = configuration.expectedSettings
        if expected.isEmpty { return }
        let question: SQL = """
            select name from unnest(\(expected.map(\.name)), \(expected.map(\.value))) as wanted (name, value)
            where current_setting(name, true) is distinct from value order by name
            """
        do throws(PostgresError) {
            let answer = try await connection.perform(
                Batch(statements: [question], role: .harmless), deadline: deadline)
            let lost = try answer[0].column(as: String.self)
            guard lost.isEmpty else { throw .pooler(target.name, sign: "without \(lost.joined(separator: ", "))") }
        } catch {
            connection.close()
            throw error
        }
    }
}
