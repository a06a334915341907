import Assembly
import Store
import VerificationCore

/// What an installation that has run for some time holds, and a new one does not.
package struct History: Sendable, Hashable {
    /// A new installation.
    package static let none = History(days: 0, sessions: 0)

    /// How many days before today have partitions.
    package let days: Int
    /// How many sessions of other people lie in those days, as many in each.
    package let sessions: Int

    package init(days: Int, sessions: Int) {
        self.days = days
        self.sessions = sessions
    }

    /// Writes it into an empty schema; ten million sessions take minutes.
    func make(in adapters: Adapters) async throws {
        guard days > 0 else { return }
        try await PostgresMaintenance(pool: adapters.pool).makePartitions(back: days)
        guard sessions > 0 else { return }
        try await PastSessions(pool: adapters.pool).save(sessions, over: days)
    }
}
