import PostgreSQL
import VerificationCore

/// Finds out whether a process could work with this database, by doing the process's work and undoing it.
///
/// For a worker it claims a made-up request for a phone that does not exist, records a send of it with a place for its
/// receipt, and rolls back. For an API it cancels and erases a verification that does not exist. This shows whatever is
/// missing, forbidden or damaged for every request. A dashboard only looks, so for its process the examination only reads
/// the schema's version and the apps. Each page then says itself what it cannot read.
///
/// No claim meets the examination's rows, and no two examinations meet: each has an app, a phone and an id of its own.
///
/// What it does, it rolls back. A rollback waits for nothing, so at the end it also commits something small. Otherwise a
/// database whose commits hang would look well.
struct Examination: Sendable {
    /// The process's own pool, because another user of the database may have other rights.
    let pool: PostgresPool
    let work: StoreWork
    let rules: RuleBook
    let deadline: Duration

    func run() async throws(StoreError) {
        do {
            try await examine()
        } catch {
            // The request is good, so the schema is at fault: for example a newer schema demands more of each row.
            if case .broken(let words) = error { throw .unfit("\(words): run the verifyd that fits the schema") }
            throw error
        }
    }

    private func examine() async throws(StoreError) {
        let now = try await pool.ask {
            let results = try await pool.read(
                [Migrator.appliedSteps, .now] + AppContent.statements)
            try Migrator.expectFitting(results[0])
            _ = try AppContent(results.dropFirst(2), asOf: .now)
            return try results[1].value(as: Timestamp.self)
        }
        guard let claim = Self.claim(at: now) else { return }
        switch work {
        case .claims: try await undone { try await rehearse(claim, in: $0) }
        case .checks: try await undone { _ = try await $0.pipeline(Self.checks(like: claim)) }
        case .looks: return
        }
        try await proveCommits()
    }

    /// Throws `unavailable` also when the proof itself is in doubt: it saves nothing that a caller could miss.
    private func proveCommits() async throws(StoreError) {
        do {
            try await pool.ask { try await pool.proveCommits(deadline: .now + deadline * 2 / 5) }
        } catch {
            throw error == .inDoubt ? .unavailable : error
        }
    }

    /// Runs a transaction that is rolled back at its end.
    private func undone(
        _ body: @Sendable (PostgresTransaction) async throws -> Void
    ) async throws(StoreError) {
        try await pool.ask { try await pool.transaction(deadline: .now + deadline, body) }
    }

    private func rehearse(_ claim: Claim, in transaction: PostgresTransaction) async throws {
        var loaded = try await ClaimLoad([claim]).load(in: transaction, nil, lockingLimits: false)
        let verdict = loaded.batch.decide(claim, by: rules, now: loaded.now)
        var writes = RowWrites(
            loaded.batch.changes, phones: loaded.batch.phones, limits: loaded.batch.limits, now: loaded.now
        ).insertions
        if case .send(let order) = verdict {
            let record = SendRecord(rehearsing: order, of: claim)
            writes += RecordTransaction.saving([record]) + SQL.telling(record.notes)
        }
        _ = try await transaction.pipeline(writes)
    }

    /// PostgreSQL looks at the rights for a statement before it finds that there is no row.
    ///
    /// The statements are in the lock order; see `PostgresVerificationStore`.
    private static func checks(like claim: Claim) -> [SQL] {
        let (id, app) = (claim.request.id, claim.request.app)
        let limit = claim.rules.sharedLimit(onWrongCodesFrom: "examination", of: app)
        let cancel: [SQL] =
            [.lockPhone(of: id), .planForTheirDays, .cancel(id)] + SQL.telling([EventNote(id, kind: .canceled)])
            + [.planForAnyKeys, .releasePhone(of: id)]
        let none: [SQL] = ["idempotency_key", "test_number", "change_number"].map { table in
            "insert into \(identifier: table) select * from \(identifier: table) where false"
        }
        return [PhoneErasure(phone: claim.request.phone.e164, apps: [app.name]).takeOffLive] + cancel
            + [.forgettingMetadata(of: id)] + SQL.erasing([id]) + [.planForAnyKeys] + none
            + LimitRows(limit.map { [$0] } ?? []).lock
    }

    /// App, id and phone are random, so that two examinations at the same time insert different rows for them.
    ///
    /// Nil only when the app's name is no app's id, which cannot happen.
    private static func claim(at now: Timestamp) -> Claim? {
        let chance = UInt64.random(in: .min ... .max)
        guard let app = AppID("examination-\(chance)") else { return nil }
        let milliseconds = UInt64(clamping: now.microseconds / 1_000)
        let id = VerificationID(high: milliseconds << 16 | 0x7000 | chance >> 52, low: 0b10 << 62 | chance >> 2)
        let phone = PhoneNumber(e164: "+0\(chance)", region: "ZZ", callingCode: 0, kind: .mobile)
        let request = VerificationRequest(
            id: id, app: app, phone: phone, requestedAt: now, deadline: now + .seconds(600))
        return Claim(
            request: request, rules: .standard, codeKey: "", lease: .seconds(60), token: chance,
            tellsEvents: true)
    }
}

extension SendRecord {
    fileprivate init(rehearsing order: SendOrder, of claim: Claim) {
        self.init(
            order: order, request: claim.request, rules: claim.rules, gateway: "examination",
            reportsDelivery: true, text: MessageText("", language: .english),
            outcome: .accepted(gatewayID: "\(order.message)"), tellsEvents: true)
    }
}

/// What a process does with the store; its user in the database needs the rights for this work, and no others.
package enum StoreWork: Sendable {
    /// Claims requests and records their sends, as a worker does.
    case claims
    /// Checks codes, and cancels and erases verifications, as an API does.
    case checks
    /// Shows what is on record, as a dashboard does, and ends or begins no verification.
    case looks
}
