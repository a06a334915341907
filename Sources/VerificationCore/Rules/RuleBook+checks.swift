extension RuleBook {
    /// What the rules say of a try of a code.
    package enum CheckDecision: Sendable, Hashable {
        case approved, wrong, ended, codeKeyMissing
        case limited(LimitReached)
    }

    /// Decides one try of a verification's code.
    ///
    /// The phone's row is locked, so each try sees what the tries before it have left. The code is compared in every
    /// case. The caller learns the result only after the store has saved the changes, so no try is free. A right code
    /// takes from no limit. When the key ring lacks the code's key, nothing is counted.
    package func decide(
        _ attempt: CheckAttempt, on verification: inout StoredVerification, phone: inout PhoneState,
        limits: inout SharedCounts, network: String?, now: Timestamp
    ) -> (decision: CheckDecision, changes: [RowChange]) {
        let isRight = attempt.code.isRight(for: verification, at: now)
        guard verification.status(at: now) == .pending else { return (.ended, []) }
        guard let isRight else { return (.codeKeyMissing, []) }
        let shared = attempt.rules.sharedLimit(onWrongCodesFrom: network, of: attempt.app)
        let isForTestNumber = verification.code.isFixed
        if !isForTestNumber, let reached = wait(attempt, phone, limits, shared, of: verification.id, now: now) {
            return (.limited(reached), [])
        }
        if isRight {
            verification.status = .approved
            phone.release(verification.id)
            return (.approved, [.endVerification(verification.id, .approved, reason: nil)])
        }
        if !isForTestNumber {
            phone.wrongCodes.count(in: attempt.rules.wrongCodesPerPhone, at: now)
            if let shared { limits.count(shared, at: now) }
        }
        return (.wrong, countWrongCode(on: &verification, phone: &phone, now: now))
    }

    private func wait(
        _ attempt: CheckAttempt, _ phone: PhoneState, _ limits: SharedCounts, _ shared: SharedLimit?,
        of verification: VerificationID, now: Timestamp
    ) -> LimitReached? {
        let mine = phone.wrongCodes.wait(for: attempt.rules.wrongCodesPerPhone, at: now)
        let network = shared.flatMap { limits.wait(for: $0, at: now) }
        guard let longest = [mine, network].compactMap(\.self).max(by: { $0.until < $1.until }) else { return nil }
        let isMine = longest.until == mine?.until
        return LimitReached(
            limit: isMine ? .wrongCodesPerPhone : .wrongCodesPerIP, quota: longest.limit,
            retryAfter: longest.until - now, verification: verification)
    }

    private func countWrongCode(
        on verification: inout StoredVerification, phone: inout PhoneState, now: Timestamp
    ) -> [RowChange] {
        verification.checks += 1
        if phone.live?.id == verification.id { phone.live?.wrongCodes = verification.checks }
        let counted = RowChange.countWrongCodes(verification.id, verification.checks)
        guard verification.status(at: now) == .maxAttemptsReached else { return [counted] }
        verification.status = .maxAttemptsReached
        phone.release(verification.id)
        return [counted, .endVerification(verification.id, .maxAttemptsReached, reason: nil)]
    }
}

extension PhoneState {
    /// Lets the phone's next request begin a new verification at once, without waiting for `resendAfter`.
    ///
    /// The person who asks again wants an SMS, and the limits bound how many SMS that can be.
    fileprivate mutating func release(_ id: VerificationID) {
        if live?.id == id { live = nil }
    }
}
