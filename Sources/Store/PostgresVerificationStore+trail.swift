import PostgreSQL
import VerificationCore

extension PostgresVerificationStore {
    package func trail(of record: VerificationRecord, limit: Int) async throws(StoreError) -> VerificationTrail {
        let end = ContinuousClock.now + callDeadline
        return try await pool.ask {
            let answers = try await pool.read(
                [
                    .planForTheirDays, .joined(record, limit: limit + 1), .eventCount(of: record.id),
                    .waitingEvents(of: record.id, limit: limit),
                ], deadline: end)
            let joined = try answers[1].joined()
            return VerificationTrail(
                joined: Array(joined.prefix(limit)), isCutShort: joined.count > limit,
                eventCount: Int(try answers[2].column(as: Int32.self).first ?? 0),
                waiting: try answers[3].waitingEvents())
        }
    }
}

extension SQL {
    /// By the index of requests that are no verification's first.
    ///
    /// The ids of the days leave the partitions of other days alone. A request may have been made the day before the
    /// verification began, and may wait on its queue past the end.
    fileprivate static func joined(_ record: VerificationRecord, limit: Int) -> SQL {
        let day = Duration.seconds(86_400)
        let from = VerificationID(firstOf: (record.report.createdAt - day).startOfDay)
        let before = VerificationID(firstOf: (max(record.report.expiresAt, record.report.createdAt) + day).endOfDay)
        return """
            select id, outcome, message, created_at, trace from verification_request
            where verification_id = \(record.id) and id <> verification_id and id >= \(from) and id < \(before)
            order by created_at, id limit \(limit)
            """
    }

    fileprivate static func eventCount(of id: VerificationID) -> SQL {
        "select events from verification where id = any(\([id]))"
    }

    fileprivate static func waitingEvents(of id: VerificationID, limit: Int) -> SQL {
        """
        select sequence, kind, message, created_at from outbox
        where verification_id = \(id) order by sequence limit \(limit)
        """
    }
}

extension PostgresRows {
    /// Leaves out outcomes that only a later version knows.
    fileprivate func joined() throws -> [VerificationTrail.Joined] {
        var joined: [VerificationTrail.Joined] = []
        for row in self {
            guard let outcome = NewRequest.Outcome(rawValue: try row.decode("outcome", as: String.self)) else {
                continue
            }
            joined.append(
                VerificationTrail.Joined(
                    id: try row.decode("id"), outcome: outcome,
                    message: try row.decode("message", as: Int16?.self).map(Int.init), at: try row.decode("created_at"),
                    trace: try row.decode("trace")))
        }
        return joined
    }

    /// Leaves out kinds that only a later version knows.
    fileprivate func waitingEvents() throws -> [VerificationTrail.Waiting] {
        var waiting: [VerificationTrail.Waiting] = []
        for row in self {
            guard let kind = EventKind(rawValue: try row.decode("kind", as: String.self)) else { continue }
            waiting.append(
                VerificationTrail.Waiting(
                    sequence: Int(try row.decode("sequence", as: Int32.self)), kind: kind,
                    message: try row.decode("message", as: Int16?.self).map(Int.init), at: try row.decode("created_at"))
            )
        }
        return waiting
    }
}
