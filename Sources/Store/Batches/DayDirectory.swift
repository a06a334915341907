import Synchronization
import VerificationCore

/// Says for a batch whether its statements may name a day's own tables.
///
/// It does not ask PostgreSQL whether the tables exist; nearly always they do. When PostgreSQL refuses them, the batch
/// is run again on the partitioned tables, and so is every batch of that day for a minute. This happens:
/// - when no worker has made the day's partitions, so that its rows lie in the default partitions;
/// - when retention has dropped the day;
/// - when the database's user has rights on the partitioned tables only.
final class DayDirectory: Sendable {
    private static let rest = Duration.seconds(60)
    private let refused = Mutex<[DayTables: ContinuousClock.Instant]>([:])

    /// Nil where the statements have to name the partitioned tables.
    func tables(of ids: some Collection<VerificationID>) -> DayTables? {
        guard let tables = DayTables(of: ids) else { return nil }
        let isRefused = refused.withLock { refused in
            guard let until = refused[tables] else { return false }
            if until <= .now { refused[tables] = nil }
            return until > .now
        }
        return isRefused ? nil : tables
    }

    /// Notes that PostgreSQL has refused the tables; false for an error of another kind, and without tables.
    func avoid(_ tables: DayTables?, after sqlState: String?) -> Bool {
        let (missing, forbidden) = ("42P01", "42501")
        guard let tables, sqlState == missing || sqlState == forbidden else { return false }
        refused.withLock { refused in
            // A wrong clock may name any number of days.
            if refused.count >= 100 { refused.removeAll() }
            refused[tables] = .now + Self.rest
        }
        return true
    }
}
