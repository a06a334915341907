import PostgreSQL
import VerificationCore

/// Forgets what is on record of a phone.
///
/// First the erasure takes the live verification off the phone's row, under the row's lock, so that no request joins it
/// any more. The search for verifications comes afterwards, without that lock, so that no claim waits for the search.
///
/// The rows of the phone's requests stay without their metadata, and so they tell nothing of a person. The broker may
/// deliver such a request once more, or an operator may replay it from the dead letters. By its row a worker sees that
/// it is not new, and sends nothing a second time.
struct PhoneErasure: Sendable {
    /// How long an erasure or a search may take: it looks at all days.
    static let patience = Duration.seconds(300)

    let phone: String
    let apps: [String]

    /// - Returns: how many verifications were forgotten.
    func run(in pool: PostgresPool, by end: ContinuousClock.Instant) async throws(StoreError) -> Int {
        let began = try await pool.ask {
            try await pool.query(takeOffLive, deadline: end).column(as: Timestamp.self).max()
        }
        guard let began else { return 0 }
        let slices = try await pool.ask { try await pool.daySlices(deadline: end) }
        try await forgetMetadata(in: slices, until: began, in: pool, by: end)
        var count = 0
        for slice in slices { count += try await erase(slice, until: began, in: pool, by: end) }
        try await pool.ask { _ = try await pool.query(forgetWhenOver, deadline: end) }
        return count
    }

    /// Takes the metadata off the requests that joined, while the verifications can still be found.
    ///
    /// An id of its own may be of another day than its verification's, so this looks for all verifications in all days.
    private func forgetMetadata(
        in slices: [DaySlice], until began: Timestamp, in pool: PostgresPool, by end: ContinuousClock.Instant
    ) async throws(StoreError) {
        var ids: [VerificationID] = []
        for slice in slices {
            ids += try await pool.ask {
                try await pool.read(
                    [.planForTheirDays, verifications(in: slice, until: began)], deadline: end)[1]
                    .column(as: VerificationID.self)
            }
        }
        if ids.isEmpty { return }
        let mine = ids
        for slice in slices {
            _ = try await pool.commit(by: end) { transaction in
                try await transaction.commit(with: [
                    .mayTakeLong, .planForTheirDays, .forgetMetadata(ofRequestsTo: mine, slice),
                ])
            }
        }
    }

    private func erase(
        _ slice: DaySlice, until began: Timestamp, in pool: PostgresPool, by end: ContinuousClock.Instant
    ) async throws(StoreError) -> Int {
        try await pool.commit(by: end) { transaction in
            let ids = try await transaction.pipeline([
                .mayTakeLong, .planForTheirDays, verifications(in: slice, until: began),
            ])[2].column(as: VerificationID.self)
            if ids.isEmpty { return 0 }
            let before = SQL.erasingMessages(ids)
            let answers = try await transaction.commit(with: before + SQL.erasingVerifications(ids))
            return answers[before.count].affectedRows
        }
    }

    /// Takes the live verification off the phone's rows; answers with the time after the rows' locks.
    ///
    /// Where an app has no row for the phone, the statement inserts an empty row. So it also waits for a claim that
    /// inserts the row at this moment.
    var takeOffLive: SQL {
        """
        insert into phone_state (app, phone) select app, \(phone) from unnest(\(apps)) as k (app)
        order by app
        on conflict (app, phone) do update set \(SQLPart.nothingLive)
        returning clock_timestamp()
        """
    }

    /// Verifications of later claims stay; for why the upper end is an array, see `PhoneSearch`.
    private func verifications(in slice: DaySlice, until moment: Timestamp) -> SQL {
        """
        select id from verification
        where phone = \(phone) and app = any(\(apps)) and created_at <= \(moment)
          and id >= \(slice.from) and id < any(\([slice.before]))
        """
    }

    /// Deletes the phone's rows that say nothing any more; a row stays while its phone has used a part of a limit.
    private var forgetWhenOver: SQL {
        """
        delete from phone_state
        where app = any(\(apps)) and phone = \(phone) and live_id is null and limits_over_at <= clock_timestamp()
        """
    }
}

extension SQL {
    /// Takes the metadata off requests of a slice; for why the upper end is an array, see `PhoneSearch`.
    fileprivate static func forgetMetadata(ofRequestsTo ids: [VerificationID], _ slice: DaySlice) -> SQL {
        """
        update verification_request set metadata = null
        where verification_id = any(\(ids)) and metadata is not null
          and id >= \(slice.from) and id < any(\([slice.before]))
        """
    }

    /// What an erasure does to the request of an id, for a process that asks whether it may.
    static func forgettingMetadata(of id: VerificationID) -> SQL {
        "update verification_request set metadata = null where id = \(id) and metadata is not null"
    }

    /// Deletes verifications with all that hangs on them; after `planForTheirDays`.
    static func erasing(_ ids: [VerificationID]) -> [SQL] {
        [.planForTheirDays] + erasingMessages(ids) + erasingVerifications(ids)
    }

    /// In the lock order (see `PostgresVerificationStore`), so that a check that waits for the verifications' rows waits
    /// for the shortest time.
    ///
    /// Where a record and an erasure meet, the erasure waits for the message's row, and then also deletes the receipt's
    /// row that the record has made.
    fileprivate static func erasingMessages(_ ids: [VerificationID]) -> [SQL] {
        [
            .lockMessages(of: ids), .planForAnyKeys, .deleteReceipts(of: ids), .planForTheirDays,
            "delete from idempotency_key where verification_id = any(\(ids))",
            "delete from message where verification_id = any(\(ids))",
        ]
    }

    /// Deletes the verifications first, because without its verification no transaction writes a further event.
    fileprivate static func erasingVerifications(_ ids: [VerificationID]) -> [SQL] {
        [
            "delete from verification where id = any(\(ids))",
            "delete from outbox where verification_id = any(\(ids))",
            "delete from verification_watch where verification_id = any(\(ids))",
        ]
    }
}
