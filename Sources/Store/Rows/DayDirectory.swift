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

/// The tables of a single day, for statements whose rows all lie in that day.
///
/// PostgreSQL plans a statement on a partitioned table for its ids, in every execution (see `SQL.planForTheirDays`).
/// That takes longer than the statement itself. On a day's own table it keeps a single plan, however many days there are.
struct DayTables: Sendable, Hashable {
    private let day: String

    /// Nil for ids of several days, and without ids.
    init?(of ids: some Collection<VerificationID>) {
        guard let first = ids.first, ids.allSatisfy({ $0.day == first.day }) else { return nil }
        day = first.madeAt.rfc3339.prefix(10).filter { $0 != "-" }
    }

    var requests: String { "verification_request_" + day }
    var messages: String { "message_" + day }
}

extension VerificationID {
    /// Days since 1970 in UTC.
    fileprivate var day: UInt64 { (high >> 16) / 86_400_000 }
}

/// The partitioned tables have rows of any days; their statements name the ids, see `SQL.planForTheirDays`.
extension DayTables? {
    var messages: String { self?.messages ?? "message" }

    /// The ids that a statement has to name, because it does not name their day's table.
    func unnamed(_ ids: [VerificationID]) -> [VerificationID] { self == nil ? ids : [] }
}
