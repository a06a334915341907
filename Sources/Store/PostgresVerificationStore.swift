import PostgreSQL
import VerificationCore

/// Keeps verifications, limits and messages in PostgreSQL.
///
/// **Lock order.** Every transaction locks rows in the same order, so that no two transactions wait for each other.
/// 1. Rows of phones, by app and number.
/// 2. Rows of messages, by verification and ordinal.
/// 3. Rows of receipts, by the provider's id and the gateway.
/// 4. Rows of verifications, by id where several transactions may want them.
/// 5. Rows of `outbox`, and then of `verification_watch`; only an erasure waits for rows of these tables.
/// 6. Rows of shared limits: first an address, then a prefix, last an app, because most phones share the app's row.
///
/// Two workers take rows of events in another order, but never wait in it. A relay locks rows of `outbox` and no other
/// row. A look at the end of a code's life locks its row of `verification_watch` first, and then the phones that no
/// other transaction holds. An erasure holds its phone, so the look waits for none of the erasure's rows.
///
/// For example, claim A holds a phone and waits for its app's limit. If claim B held that limit and waited for the
/// phone, both would wait for ever. So B locks the phone first.
///
/// A transaction that has locked limits waits for nothing more. A claim or a check that locks limits before it decides
/// first locks the messages and verifications that it may change. There is one exception: two requests with the same
/// idempotency key for different phones. The second insert of the key waits for the first transaction, perhaps with
/// limits locked. `lock_timeout` ends that wait, and the claim is made again.
///
/// **Clock of record.** The rules decide by PostgreSQL's `clock_timestamp()`. A transaction asks for it after its
/// locks, because it may have waited for them. For example, a claim waits 300 ms for a phone that another claim has
/// locked. By the time after the wait, the other claim's send is in the past. A process stamps by `StoreClock`, which
/// follows the same clock; no host's clock decides anything.
package struct PostgresVerificationStore: VerificationStore {
    let pool: PostgresPool
    private let claims: GatheredCalls<Claim, Verdict>
    private let records: GatheredCalls<SendRecord, Recorded>
    private let examination: Examination
    /// Runs a single erasure at a time, so that all erasures of this process together hold one connection at most.
    let erasures: GroupCommit<PhoneErasure, Int>
    /// Runs a single search at a time, for the same reason.
    let searches: GroupCommit<PhoneSearch, [VerificationRecord]>
    private let checks: GroupCommit<WaitingCheck, Result<CheckResult<NoRecord>, StoreError>>
    private let gatheredReceipts: GatheredReceipts
    /// For calls for which an HTTP caller waits.
    let callDeadline: Duration
    /// How many verifications are looked at for a page of those that fit a filter.
    let mostLookedAt: Int

    /// - Parameters:
    ///   - pool: the connections to the database.
    ///   - work: what this process does with the store, and so what `examine` tries.
    ///   - batchDeadline: how long the callers of a batch of claims, records or receipts wait for a silent database.
    ///   - callDeadline: the same for a call for which an HTTP caller waits.
    ///   - mostLookedAt: how many verifications are looked at for a page of those that fit a filter.
    package init(
        pool: PostgresPool, work: StoreWork = .claims, batchDeadline: Duration = .seconds(5),
        callDeadline: Duration = .milliseconds(1_500), mostLookedAt: Int = 5_000
    ) {
        self.pool = pool
        self.callDeadline = callDeadline
        self.mostLookedAt = mostLookedAt
        // When the database is silent, the examination after the batch takes the rest of the time.
        let together = batchDeadline * 3 / 5
        let days = DayDirectory()
        let claiming = ClaimTransaction(pool: pool, rules: RuleBook(), days: days, deadline: together)
        let claimingAlone = ClaimTransaction(pool: pool, rules: RuleBook(), days: days, deadline: batchDeadline / 5)
        let recording = RecordTransaction(pool: pool, days: days, deadline: together)
        let recordingAlone = RecordTransaction(pool: pool, days: days, deadline: batchDeadline / 5)
        let receipts = ReceiptTransaction(pool: pool, deadline: together)
        let receiptsAlone = ReceiptTransaction(pool: pool, deadline: batchDeadline / 5)
        let examination = Examination(pool: pool, work: work, rules: RuleBook(), deadline: batchDeadline)
        self.examination = examination
        claims = GatheredCalls(
            of: \.request.phoneKey,
            BatchAnswers(
                run: claiming.run,
                runAlone: { claim throws(StoreError) in try await claimingAlone.run([claim])[0] },
                holds: claiming.holds, examine: examination.run))
        records = GatheredCalls(
            of: \.request.phoneKey,
            BatchAnswers(
                run: recording.run,
                runAlone: { record throws(StoreError) in try await recordingAlone.run([record])[0] },
                holds: recording.holds, examine: examination.run))
        gatheredReceipts = GatheredReceipts(
            BatchAnswers(
                run: receipts.run,
                runAlone: { receipt throws(StoreError) in try await receiptsAlone.run([receipt])[0] },
                holds: receipts.holds, examine: examination.run))
        erasures = GroupCommit(each: { erasure throws(StoreError) in
            try await erasure.run(in: pool, by: .now + PhoneErasure.patience)
        })
        searches = GroupCommit(each: { search throws(StoreError) in
            try await search.run(in: pool, by: .now + PhoneErasure.patience)
        })
        let checking = CheckTransaction(pool: pool, rules: RuleBook())
        let checkAnswers = BatchAnswers<WaitingCheck, Result<CheckResult<NoRecord>, StoreError>>(
            // The first in the batch has waited longest.
            run: { waiting throws(StoreError) in
                try await checking.run(waiting.map(\.attempt), by: waiting[0].end)
            },
            runAlone: nil,
            holds: { waiting throws(StoreError) in
                try await checking.holds(waiting.map(\.attempt), by: waiting[0].end)
            },
            examine: examination.run)
        checks = GroupCommit { await checkAnswers.answer($0) }
    }

    package func claim(_ claim: Claim) async throws(StoreError) -> Verdict {
        try await claims.submit(claim)
    }

    package func record(_ record: SendRecord) async throws(StoreError) -> Recorded {
        try await records.submit(record)
    }

    package func verification(_ id: VerificationID, of app: AppID) async throws(StoreError) -> FoundVerification<
        NoRecord
    > {
        try await verification(id, of: app, by: .now + callDeadline)
    }

    private func verification(
        _ id: VerificationID, of app: AppID, by end: ContinuousClock.Instant
    ) async throws(StoreError) -> FoundVerification<NoRecord> {
        try await pool.ask { try await pool.read(SQL.report(id, of: app), deadline: end).found() }
    }

    package func check(_ attempt: CheckAttempt) async throws(StoreError) -> CheckResult<NoRecord> {
        try await checks.submit(WaitingCheck(attempt: attempt, end: .now + callDeadline)).get()
    }

    /// Ends a verification in one transaction, so that the phone's next request begins a new verification.
    ///
    /// Where a claim and a cancel meet, the second waits for the phone's row, and then sees what the first saved.
    package func cancel(_ id: VerificationID, of app: AppID, tellsEvents: Bool) async throws(StoreError)
        -> FoundVerification<NoRecord>
    {
        try await pool.ask {
            // One deadline for both round trips: the caller waits for both.
            let end = ContinuousClock.now + callDeadline
            let known = try await pool.read(SQL.report(id, of: app), deadline: end).found()
            guard case .found(let report) = known else { return known }
            let telling = tellsEvents ? SQL.telling([EventNote(report.id, kind: .canceled)]) : []
            let ending: [SQL] =
                [.lockPhone(of: report.id), .planForTheirDays, .cancel(report.id)] + telling
                + [.planForAnyKeys, .releasePhone(of: report.id)]
            let answers = try await pool.pipeline(ending + SQL.report(id, of: app), deadline: end)
            return try answers.dropFirst(ending.count).found()
        }
    }

    /// Returns when the database has answered.
    package func ping() async throws(StoreError) {
        try await pool.ask { try await pool.ping(deadline: .now + callDeadline) }
    }

    package func examine() async throws(StoreError) { try await examination.run() }
}

/// A check, and the latest moment at which its caller wants an answer.
private struct WaitingCheck: Sendable {
    let attempt: CheckAttempt
    let end: ContinuousClock.Instant
}

extension PostgresVerificationStore {
    package func erase(_ phone: String, of apps: [AppID]) async throws(StoreError) -> Int {
        try await erasures.submit(PhoneErasure(phone: phone, apps: apps.map(\.name)))
    }

    package func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationReport] {
        try await searches.submit(PhoneSearch(phone: phone.phone, app: phone.app, before: before, limit: limit))
            .map(\.report)
    }
}

extension PostgresVerificationStore {
    /// Three round trips; a row that another transaction holds keeps the others waiting for one `lock_timeout`.
    ///
    /// After that the store finds out which receipts need such a row, and saves the others. A receipt changes a
    /// message's status, and nothing of its verification.
    package func note(_ receipts: [GatewayReceipt]) async -> [Result<DeliveryChange?, StoreError>] {
        await gatheredReceipts.note(receipts)
    }
}

/// A statement that several transactions share.
extension SQL {
    /// The clock of record; see `PostgresVerificationStore`.
    static let now: SQL = "select clock_timestamp()"
}
