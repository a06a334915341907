import Synchronization

/// Opens connections to whichever host of the configuration takes them.
final class PostgresConnector: Sendable {
    private let configuration: PostgresConfiguration
    private let targets: [ConnectionTarget]
    /// The host that took the last connection is asked first: after a failover a dead one costs time only once.
    private let preferred = Atomic(0)

    init(_ configuration: PostgresConfiguration) {
        self.configuration = configuration
        targets = configuration.targets
    }

    /// Tries each host for its share of the time that is left.
    ///
    /// - Parameter onSignal: called on the connection's queue; it must not block.
    /// - Returns: a connection that is ready.
    /// - Throws: what every host said.
    func open(
        onSignal: @escaping @Sendable (PostgresConnection, PostgresConnection.Signal) -> Void
    ) async throws(PostgresError) -> PostgresConnection {
        let deadline = ContinuousClock.now + configuration.connectTimeout
        let first = preferred.load(ordering: .relaxed)
        var failures: [PostgresError] = []
        for attempt in targets.indices {
            let index = (first + attempt) % targets.count
            let share = (deadline - .now) / (targets.count - attempt)
            let connection = PostgresConnection(
                statementLimit: configuration.preparedStatementLimit, onSignal: onSignal)
            do {
                try await connection.open(targets[index], deadline: .now + share)
                try await checkSettings(of: connection, to: targets[index], by: .now + share)
                preferred.store(index, ordering: .relaxed)
                return connection
            } catch {
                failures.append(error)
            }
        }
        throw failures.count == 1 ? failures[0] : .unavailable(failures.map(\.context).joined(separator: "; "))
    }
    /// Some poolers accept a session's settings and forget them.
    private func checkSettings(
        of connection: PostgresConnection, to target: ConnectionTarget, by deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        let expected = configuration.expectedSettings
        if expected.isEmpty { return }
        let question: SQL = """
            select name from unnest(\(expected.map(\.name)), \(expected.map(\.value))) as wanted (name, value)
            where current_setting(name, true) is distinct from value order by name
            """
        let answer = try await connection.perform(Batch(statements: [question], role: .harmless), deadline: deadline)
        let lost = try answer[0].column(as: String.self)
        if lost.isEmpty { return }
        connection.close()
        throw .unavailable(
            "\(target.name) does not keep a session's settings (\(lost.joined(separator: ", "))): "
                + "connect to PostgreSQL itself, not through a pooler")
    }
}
