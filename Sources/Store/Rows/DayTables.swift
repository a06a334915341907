import PostgreSQL
import VerificationCore

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
