import PostgreSQL
import VerificationCore

/// Sessions, limits and messages in PostgreSQL.
package struct PostgresVerificationStore: VerificationStore {
    let pool: PostgresPool
    private let claims: GatheredCalls<Claim, Verdict>
    private let records: GatheredCalls<SendRecord, Bool>
    private let examination: Examination
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
        let examination = Examination(pool: pool, rules: RuleBook(), deadline: batchDeadline)
        self.examination = examination
        claims = GatheredCalls(
            of: \.request.phoneKey,
            BatchAnswers(run: claiming.run, areLocked: claiming.areLocked, examine: examination.run))
        records = GatheredCalls(
            of: \.request.phoneKey,
            BatchAnswers(run: recording.run, areLocked: recording.areLocked, examine: examination.run))
    }

    package func claim(_ claim: Claim) async throws(StoreProblem) -> Verdict {
        try await claims.submit(claim)
    }

    package func record(_ record: SendRecord) async throws(StoreProblem) -> Bool {
        try await records.submit(record)
    }

    package func verification(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> FoundVerification {
        try await verification(id, of: app, by: .now + callDeadline)
    }

    private func verification(
        _ id: VerificationID, of app: AppID, by end: ContinuousClock.Instant
    ) async throws(StoreProblem) -> FoundVerification {
        try await asking { try await pool.read(SQL.report(id, of: app), deadline: end).found() }
    }

    package func countCheck(_ attempt: CheckAttempt) async throws(StoreProblem) -> CountedCheck {
        try await asking {
            let results = try await pool.pipeline(
                [.countCheck(attempt)] + SQL.report(attempt.id, of: attempt.app), deadline: .now + callDeadline)
            if let row = results[0].first { return try row.countedCheck(attempt) }
            return switch try results.dropFirst().found() {
            case .found(let report): .ended(report)
            case .keyReused: .keyReused
            case .forgotten: .forgotten
            case .noSuchVerification: .noSuchVerification
            }
        }
    }

    package func finishCheck(
        _ check: OpenCheck, isRight: Bool
    ) async throws(StoreProblem) -> (report: VerificationReport, approved: Bool) {
        let (found, hasEnded) = try await finish(
            check.verification, of: check.key.app,
            by: isRight ? .approve(check.verification) : .endWhenUsedUp(check.verification),
            after: isRight ? SQL.giveBack(check) : [], toldBy: check.request)
        // Erased in the meantime: whoever asks again is told that there is no such verification.
        guard case .found(let report) = found else { throw .unavailable }
        return (report, isRight && hasEnded)
    }

    package func cancel(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> FoundVerification {
        // One for both calls, because somebody waits for them together.
        let end = ContinuousClock.now + callDeadline
        let known = try await verification(id, of: app, by: end)
        guard case .found(let report) = known else { return known }
        return try await finish(report.id, of: app, by: .cancel(report.id), toldBy: id, within: end).found
    }

    package func ping() async throws(StoreProblem) {
        try await asking { try await pool.ping(deadline: .now + callDeadline) }
    }

    package func examine() async throws(StoreProblem) { try await examination.run() }

    /// Ends a verification in one transaction, phone first as everywhere, so that the next request for the phone begins
    /// a new one.
    private func finish(
        _ id: VerificationID, of app: AppID, by change: SQL, after givenBack: [SQL] = [],
        toldBy request: VerificationID? = nil, within end: ContinuousClock.Instant? = nil
    ) async throws(StoreProblem) -> (found: FoundVerification, hasEnded: Bool) {
        try await asking {
            let results = try await pool.pipeline(
                [.lockPhone(of: id)] + givenBack + [change, .releasePhone(of: id)] + SQL.report(request ?? id, of: app),
                deadline: end ?? .now + callDeadline)
            return (try results.dropFirst(givenBack.count + 3).found(), results[givenBack.count + 1].affectedRows == 1)
        }
    }
}
