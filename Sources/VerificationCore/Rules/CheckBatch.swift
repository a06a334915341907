/// The tries of codes of one transaction, decided one after the other over facts that were locked and loaded together.
package struct CheckBatch: Sendable {
    /// What is on record of the attempts.
    package struct Facts: Sendable {
        package var requests: [VerificationID: NewRequest] = [:]
        /// The ids of phones' live verifications.
        package var live: [PhoneKey: VerificationID] = [:]
        package var verifications: [VerificationID: StoredVerification] = [:]
        /// Whose address asked for a verification; see `IPAddress.network`.
        package var networks: [VerificationID: String] = [:]
        package var messages: [VerificationID: [MessageReport]] = [:]
        package var keys: [KeyID: KeptCheck] = [:]

        package init() {}
    }

    package private(set) var phones: PhoneRows
    package private(set) var limits: SharedCounts
    /// What must be written, in the order of the decisions.
    package private(set) var changes: [RowChange] = []
    private var facts: Facts

    /// `phones`: the rows that exist, locked.
    package init(phones: [PhoneKey: PhoneState], limits: SharedCounts, facts: Facts) {
        self.phones = PhoneRows(phones)
        self.limits = limits
        self.facts = facts
    }

    /// Decides the next try; it meets those before it as if they had been saved already.
    package mutating func decide(_ attempt: CheckAttempt, by rules: RuleBook, now: Timestamp) -> CheckVerdict {
        if let key = attempt.key, let kept = facts.keys[key], let verification = facts.verifications[kept.verification]
        {
            return repeated(attempt, kept, verification, now: now)
        }
        switch facts.find(attempt) {
        case .success(var verification):
            return decide(attempt, &verification, by: rules, now: now)
        case .failure(let missing):
            _ = attempt.code.isRight(for: nil, at: now)
            return missing.verdict
        }
    }

    private mutating func decide(
        _ attempt: CheckAttempt, _ verification: inout StoredVerification, by rules: RuleBook, now: Timestamp
    ) -> CheckVerdict {
        let network = attempt.clientIP?.network ?? facts.networks[verification.id]
        let (decision, changes) = rules.decide(
            attempt, on: &verification, phone: &phones[verification.key], limits: &limits, network: network, now: now)
        facts.verifications[verification.id] = verification
        self.changes += changes
        let report = report(verification, to: attempt, now: now)
        switch decision {
        case .approved:
            keep(attempt, verification, remaining: nil)
            return .approved(report)
        case .wrong:
            keep(attempt, verification, remaining: report.remainingChecks)
            return .wrong(report)
        case .limited(let reached): return .limited(reached)
        case .ended: return .ended(report)
        case .codeKeyMissing: return .codeKeyMissing
        }
    }

    /// The same answer as before; another code, or another verification, is another check.
    private func repeated(
        _ attempt: CheckAttempt, _ kept: KeptCheck, _ verification: StoredVerification, now: Timestamp
    ) -> CheckVerdict {
        _ = attempt.code.isRight(for: nil, at: now)
        guard let fingerprint = attempt.code.fingerprint(for: verification) else { return .codeKeyMissing }
        guard fingerprint == kept.fingerprint, facts.leads(attempt.subject, to: verification) else { return .keyReused }
        guard let remaining = kept.remainingChecks else {
            return .approved(report(verification, to: attempt, now: now))
        }
        // As it was when the code was typed, whatever has become of the verification since.
        var then = verification
        then.checks = then.maxChecks - remaining
        then.status = remaining > 0 ? .pending : .maxAttemptsReached
        return .wrong(report(then, to: attempt, now: then.createdAt))
    }

    private mutating func keep(_ attempt: CheckAttempt, _ verification: StoredVerification, remaining: Int?) {
        guard let key = attempt.key, let fingerprint = attempt.code.fingerprint(for: verification) else { return }
        changes.append(
            .insertKey(
                NewKey(id: key, fingerprint: fingerprint, verification: verification.id, remainingChecks: remaining)))
        facts.keys[key] = KeptCheck(
            fingerprint: fingerprint, verification: verification.id, remainingChecks: remaining)
    }

    private func report(
        _ verification: StoredVerification, to attempt: CheckAttempt, now: Timestamp
    ) -> VerificationReport {
        let live = phones[verification.key].live.flatMap { $0.id == verification.id ? $0 : nil }
        return verification.report(
            live: live, messages: facts.messages[verification.id] ?? [],
            requestOutcome: facts.outcome(of: attempt.subject),
            now: now)
    }
}

extension CheckBatch.Facts {
    fileprivate enum Missing: Error {
        case conflict, forgotten, unknown

        var verdict: CheckVerdict {
            switch self {
            case .conflict: .conflict
            case .forgotten: .forgotten
            case .unknown: .noSuchVerification
            }
        }
    }

    fileprivate func find(_ attempt: CheckAttempt) -> Result<StoredVerification, Missing> {
        let id: VerificationID?
        switch attempt.subject {
        case .phone(let phone): id = live[phone]
        case .request(let request):
            if requests[request]?.outcome == .conflict { return .failure(.conflict) }
            id = requests[request]?.verification
        }
        guard let id else { return .failure(.unknown) }
        guard let found = verifications[id] else { return .failure(.forgotten) }
        return found.key.app == attempt.app ? .success(found) : .failure(.unknown)
    }

    /// A phone leads to its verification also when that is no longer the live one.
    fileprivate func leads(_ subject: CheckAttempt.Subject, to verification: StoredVerification) -> Bool {
        switch subject {
        case .phone(let phone): phone == verification.key
        case .request(let request): requests[request]?.verification == verification.id
        }
    }

    fileprivate func outcome(of subject: CheckAttempt.Subject) -> NewRequest.Outcome {
        switch subject {
        case .phone: .send
        case .request(let request): requests[request]?.outcome ?? .send
        }
    }
}
