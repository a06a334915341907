import PostgreSQL
import VerificationCore

/// Ends what a database from a backup cannot know about.
///
/// It is one transaction. It locks the table of phones first, so that no claim and no check decides between its statements.
/// It needs the rights of the user who owns the tables, as `verifyd migrate` does.
package struct PostgresRestoration: Sendable {
    private let pool: PostgresPool
    /// It reads all messages once, however many days there are.
    private let patience: Duration

    package init(pool: PostgresPool, patience: Duration = .seconds(1_800)) {
        (self.pool, self.patience) = (pool, patience)
    }

    /// Does all of it in one transaction, with a pause of the requests and a line in the audit; a second call is harmless.
    ///
    /// - Parameters:
    ///   - who: the operator, for the pause and the audit.
    ///   - reason: why, for both.
    ///   - keepsSessions: whether people stay signed in, also those who had signed out after the backup.
    ///   - isDry: whether nothing is saved, and the answer says what would end.
    /// - Returns: what ended.
    /// - Throws: a `StoreError`; then nothing has happened, or it is in doubt, and a second call finds out.
    package func restored(
        by who: String, because reason: String, keepsSessions: Bool, isDry: Bool
    ) async throws(StoreError) -> Restoration {
        try await pool.ask {
            try await pool.transaction(deadline: .now + patience) { transaction in
                let begin = try await transaction.pipeline(
                    [.mayTakeLong, "lock table phone_state in exclusive mode", .now, .livePhones])
                let at = try begin[2].value(as: Timestamp.self)
                let live = try begin[3].column(as: VerificationID.self)
                let done = try await transaction.pipeline(
                    [.endMessages, .releaseLive, .endOperatorSessions] + (keepsSessions ? [] : [.endSessions]))
                let ended = try await transaction.pipeline([.planForTheirDays, .endVerifications(live)])[1].affectedRows
                let notes = live.map { EventNote($0, kind: .expired, reason: Restoration.reason) }
                if !notes.isEmpty { _ = try await transaction.pipeline(SQL.telling(notes, to: .appsWithEndpoint)) }
                let result = Restoration(
                    at: at, endedVerifications: ended, unknownMessages: done[0].affectedRows,
                    endedSessions: keepsSessions ? nil : done[3].affectedRows,
                    endedOperatorSessions: done[2].affectedRows)
                // Without a commit everything is rolled back.
                if !isDry {
                    let line = AuditEntry(
                        actor: who, action: .restore, subject: "database", reason: reason, result: .done)
                    try await transaction.commit(
                        with: [.note(at, by: who), .pauseRequests(by: who, because: reason), .auditLine(line)]
                            + SettingsChanges.telling(of: [.switches]))
                }
                return result
            }
        }
    }
}

extension SQL {
    /// The verifications whose codes are good now, by their phones.
    fileprivate static let livePhones: SQL =
        "select live_id from phone_state where live_id is not null and live_expires_at > clock_timestamp() order by live_id"

    fileprivate static let releaseLive: SQL = "update phone_state set \(SQLPart.nothingLive) where live_id is not null"

    /// A higher fence, so that a worker of the time before cannot record what it knows.
    fileprivate static let endMessages: SQL = """
        update message set stage = 'ended', status = 'unknown', reason = \(Restoration.reason), fence = fence + 1,
          updated_at = clock_timestamp()
        where stage <> 'ended'
        """

    fileprivate static let endOperatorSessions: SQL = "delete from operator_session"

    fileprivate static let endSessions: SQL =
        "update refresh_session set ended_at = clock_timestamp() where ended_at is null"

    fileprivate static func endVerifications(_ ids: [VerificationID]) -> SQL {
        """
        update verification set status = 'expired', reason = \(Restoration.reason), ended_at = clock_timestamp()
        where id = any(\(ids)) and status = 'pending'
        """
    }

    fileprivate static func note(_ at: Timestamp, by who: String) -> SQL {
        "insert into restoration (restored_at, who) values (\(at), \(who)) on conflict do nothing"
    }

    /// A pause that stands already stays as it is; a pause with an end, perhaps long past, gives way to one without.
    fileprivate static func pauseRequests(by who: String, because reason: String) -> SQL {
        """
        insert into queue_pause (queue, who, reason) values (\(WorkQueue.requests.rawValue), \(who), \(reason))
        on conflict (queue) do update set who = excluded.who, reason = excluded.reason, since = excluded.since,
          until = null
        where queue_pause.until is not null
        """
    }
}
