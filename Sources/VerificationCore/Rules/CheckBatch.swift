/// The tries of codes that one transaction decides.
///
/// The store has locked and loaded the facts of all of them. The batch decides one try after the other.
package struct CheckBatch: Sendable {
    /// What the store has on record of the attempts.
    package struct Loaded: Sendable {
        package var requests: [VerificationID: NewRequest] = [:]
        /// The id of each phone's live verification.
        package var live: [PhoneKey: VerificationID] = [:]
        package var verifications: [VerificationID: StoredVerification] = [:]
        /// The network that asked for each verification; see `IPAddress.network`.
        package var networks: [VerificationID: String] = [:]
        package var messages: [VerificationID: [MessageReport]] = [:]
        package var keys: [KeyID: KeptCheck] = [:]

        package init() {}
    }

    package private(set) var phones: PhoneRows
    package private(set) var limits: SharedCounts
    /// What the store must write, in the order of the decisions.
    package private(set) var changes: [RowChange] = []
    private var facts: Loaded

    /// Begins with what the store has locked and loaded; `phones` holds the rows that exist.
    package init(phones: [PhoneKey: PhoneState], limits: SharedCounts, facts: Loaded) {
        self.phones = PhoneRows(phones)
        self.limits = limits
        self.facts = facts
    }

    /// Decides the next try, as if the tries before it had been saved already.
    ///
    /// Throws `keyMissing` when the key ring lacks the code's key; then nothing is counted.
    package mutating func decide(
        _ attempt: CheckAttempt, by rules: RuleBook, now: Timestamp
    ) throws(StoreError) -> CheckResult<NoRecord> {
        if let key = attempt.key, let kept = facts.keys[key], let verification = facts.verifications[kept.verification]
        {
            return try repeated(attempt, kept: kept, of: verification, now: now)
        }
        switch facts.find(attempt) {
        case .success(var verification):
            let request = request(of: attempt.subject, on: verification)
            return try decide(attempt, of: request, on: &verification, by: rules, now: now)
        case .failure(let missing):
            _ = attempt.code.isRight(for: nil, at: now)
            return .missing(missing)
        }
    }

    private mutating func decide(
        _ attempt: CheckAttempt, of request: NewRequest, on verification: inout StoredVerification, by rules: RuleBook,
        now: Timestamp
    ) throws(StoreError) -> CheckResult<NoRecord> {
        let (decision, changes) = try rules.decide(
            attempt, through: request.id, on: &verification, phone: &phones[verification.phoneKey], limits: &limits,
            startedFrom: facts.networks[verification.id], now: now)
        facts.verifications[verification.id] = verification
        self.changes += changes
        if attempt.tellsEvents { self.changes += changes.compactMap(\.event) }
        let report = report(verification, to: request, now: now)
        switch decision {
        case .approved:
            keep(attempt, on: verification, remaining: nil)
            return .approved(report)
        case .wrong:
            keep(attempt, on: verification, remaining: report.remainingChecks)
            return .wrong(report)
        case .limited(let reached): return .limited(reached)
        case .ended: return .ended(report)
        }
    }

    /// The answer of the first call with this idempotency key.
    ///
    /// A call with another code, or for another verification, gets `keyReused`. A right code that came through another id
    /// of the verification approves this id as little as without the key.
    private func repeated(
        _ attempt: CheckAttempt, kept: KeptCheck, of verification: StoredVerification, now: Timestamp
    ) throws(StoreError) -> CheckResult<NoRecord> {
        _ = attempt.code.isRight(for: nil, at: now)
        guard let fingerprint = attempt.code.fingerprint(for: verification) else { throw .keyMissing }
        guard fingerprint == kept.fingerprint, facts.leads(attempt.subject, to: verification) else { return .keyReused }
        let request = request(of: attempt.subject, on: verification)
        guard let remaining = kept.remainingChecks else {
            let report = report(verification, to: request, now: now)
            return report.status == .approved ? .approved(report) : .ended(report)
        }
        // The report as the first call gave it, even if the verification has changed since.
        var then = verification
        then.checks = then.maxChecks - remaining
        then.status = remaining > 0 ? .pending : .maxAttemptsReached
        return .wrong(report(then, to: request, now: then.createdAt))
    }

    private mutating func keep(_ attempt: CheckAttempt, on verification: StoredVerification, remaining: Int?) {
        guard let key = attempt.key, let fingerprint = attempt.code.fingerprint(for: verification) else { return }
        changes.append(
            .insertKey(
                NewKey(id: key, fingerprint: fingerprint, verification: verification.id, remainingChecks: remaining)))
        facts.keys[key] = KeptCheck(
            fingerprint: fingerprint, verification: verification.id, remainingChecks: remaining)
    }

    private func report(
        _ verification: StoredVerification, to request: NewRequest, now: Timestamp
    ) -> VerificationReport {
        let live = phones[verification.phoneKey].live.flatMap { $0.id == verification.id ? $0 : nil }
        return verification.report(
            to: request, live: live, messages: facts.messages[verification.id] ?? [], now: now)
    }

    /// The request through which a try comes.
    ///
    /// A try by phone number comes through the newest request of the phone's live verification. When the verification has
    /// been approved before, it is the request through which the code came then, as only a repeated call can ask that.
    private func request(of subject: CheckAttempt.Subject, on verification: StoredVerification) -> NewRequest {
        let id =
            switch subject {
            case .request(let id): id
            case .phone(let phone): verification.approvedBy ?? phones[phone].live?.newestRequest ?? verification.id
            }
        if let request = facts.requests[id], request.verification == verification.id { return request }
        // A program that does not know of newest requests leaves an earlier verification's in the phone's row.
        return facts.requests[verification.id]
            ?? NewRequest(id: verification.id, verification: verification.id, outcome: .send, message: nil)
    }
}

extension CheckBatch.Loaded {
    fileprivate func find(_ attempt: CheckAttempt) -> Result<StoredVerification, NoRecord> {
        let id: VerificationID?
        switch attempt.subject {
        case .phone(let phone): id = live[phone]
        case .request(let request):
            if requests[request]?.outcome == .conflict { return .failure(.keyReused) }
            id = requests[request]?.verification
        }
        guard let id else { return .failure(.unknown) }
        guard let found = verifications[id] else { return .failure(.erased) }
        return found.phoneKey.app == attempt.app ? .success(found) : .failure(.unknown)
    }

    /// Whether the subject leads to this verification; a phone leads also to an ended verification.
    fileprivate func leads(_ subject: CheckAttempt.Subject, to verification: StoredVerification) -> Bool {
        switch subject {
        case .phone(let phone): phone == verification.phoneKey
        case .request(let request): requests[request]?.verification == verification.id
        }
    }
}

/// What is on record of a check's idempotency key.
package struct KeptCheck: Sendable, Hashable {
    let fingerprint: [UInt8]
    package let verification: VerificationID
    /// How many tries were left after a wrong code; nil for a right code.
    let remainingChecks: Int?

    package init(fingerprint: [UInt8], verification: VerificationID, remainingChecks: Int?) {
        self.fingerprint = fingerprint
        self.verification = verification
        self.remainingChecks = remainingChecks
    }
}
