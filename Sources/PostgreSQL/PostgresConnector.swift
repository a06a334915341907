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
                preferred.store(index, ordering: .relaxed)
                return connection
            } catch {
                failures.append(error)
            }
        }
        throw failures.count == 1 ? failures[0] : .unavailable(failures.map(\.context).joined(separator: "; "))
    }
}
