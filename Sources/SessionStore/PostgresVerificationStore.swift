import PostgreSQL
import VerificationCore

/// Sessions, limits and messages in PostgreSQL.
package struct PostgresVerificationStore: VerificationStore {
    private let pool: PostgresPool
    private let claims: GroupCommit<Claim, Verdict>
    private let records: GroupCommit<SendRecord, Bool>
    /// For calls that somebody waits for over HTTP.
    private let callDeadline: Duration

    /// - Parameters:
    ///   - pool: connects as it is asked.
    ///   - batchDeadline: the longest that one batch of claims or records may take before its callers are told that the
    ///     database is away.
    ///   - callDeadline: the same for a call that somebody waits for over HTTP.
    package init(
        pool: PostgresPool, batchDeadline: Duration = .seconds(5), callDeadline: Duration = .milliseconds(1_500)
    ) {
        self.pool = pool
        self.callDeadline = callDeadline
        let claiming = ClaimTransaction(pool: pool, rules: RuleBook(), deadline: batchDeadline)
        let recording = RecordTransaction(pool: pool, rules: RuleBook(), deadline: batchDeadline)
        claims = GroupCommit { batch in await answers(batch, claiming.run) }
        records = GroupCommit { batch in await answers(batch, recording.run) }
    }

    package func claim(_ claim: Claim) async throws(StoreProblem) -> Verdict {
        try await claims.submit(claim)
    }

    package func record(_ record: SendRecord) async throws(StoreProblem) -> Bool {
        try await records.submit(record)
    }

    package func verification(
        _ id: VerificationID, of app: AppID
    ) async throws(StoreProblem) -> VerificationReport? {
        try await asking {
            try await pool.pipeline(SQL.report(id, of: app), deadline: .now + callDeadline).report()
        }
    }

    package func countCheck(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> CountedCheck {
        try await asking {
            let results = try await pool.pipeline(
                [.countCheck(id, of: app)] + SQL.report(id, of: app), deadline: .now + callDeadline)
            if let row = results[0].first { return .open(try row.openCheck(app)) }
            guard let report = try results.dropFirst().report() else { return .noSuchVerification }
            return .ended(report)
        }
    }

    package func finishCheck(
        _ check: OpenCheck, isRight: Bool
    ) async throws(StoreProblem) -> (report: VerificationReport, approved: Bool) {
        let end: SQL = isRight ? .approve(check.verification) : .endWhenUsedUp(check.verification)
        let (report, hasEnded) = try await finish(check.verification, of: check.app, by: end)
        guard let report else { throw .broken("a counted verification is gone") }
        return (report, isRight && hasEnded)
    }

    package func cancel(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> VerificationReport? {
        guard let found = try await verification(id, of: app) else { return nil }
        return try await finish(found.id, of: app, by: .cancel(found.id)).report
    }

    package func ping() async throws(StoreProblem) {
        try await asking { try await pool.ping(deadline: .now + callDeadline) }
    }

    /// Makes the partitions of the coming days; a worker does so when it starts and every hour.
    package func makePartitions() async throws(StoreProblem) {
        try await asking {
            _ = try await pool.query(
                "select make_partitions((now() at time zone 'utc')::date - 1, 16)", deadline: .now + .seconds(30))
        }
    }

    /// Ends a verification in one transaction, phone first as everywhere, so that the next request for the phone begins
    /// a new one.
    private func finish(
        _ id: VerificationID, of app: AppID, by end: SQL
    ) async throws(StoreProblem) -> (report: VerificationReport?, hasEnded: Bool) {
        try await asking {
            let results = try await pool.pipeline(
                [.lockPhone(of: id), end, .releasePhone(of: id)] + SQL.report(id, of: app),
                deadline: .now + callDeadline)
            return (try results.dropFirst(3).report(), results[1].affectedRows == 1)
        }
    }
}
