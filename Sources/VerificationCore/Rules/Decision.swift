/// One claim while it is decided: the facts that go in, and the changes that come out.
struct Decision {
    let claim: Claim
    let now: Timestamp
    /// When the database was restored from a backup last.
    let restoredAt: Timestamp?
    /// See `ClaimFacts.earlier`.
    private let earlier: [EarlierMessage]
    var phone = PhoneState()
    var limits = SharedCounts()
    /// What the store must write, in this order.
    var changes: [RowChange] = []

    init(of claim: Claim, _ facts: ClaimFacts, now: Timestamp) {
        self.claim = claim
        (restoredAt, earlier) = (facts.restoredAt, facts.earlier)
        self.now = now
    }

    /// Swaps the caller's states with its own, so that nothing is copied; a second call gives them back.
    mutating func borrow(_ phone: inout PhoneState, and limits: inout SharedCounts) {
        swap(&self.phone, &phone)
        swap(&self.limits, &limits)
    }

    var request: VerificationRequest { claim.request }
    var rules: SendingRules { claim.rules }
    var isInTime: Bool { request.deadline > now }
    /// The messages before this one whose gateways it may avoid; none for a test number, which has a gateway of its own.
    func earlier(than message: MessageID, _ code: CodeSource, mayBeDuplicate: Bool) -> [EarlierMessage] {
        code.isFixed || mayBeDuplicate ? [] : earlier.filter { $0.ordinal < message.ordinal }
    }

    /// Whether the request was made before the database was restored, so that its SMS may have been sent already.
    ///
    /// The backup does not know what was sent after it, and a request that is not on record may be of that time.
    var isFromBeforeRestore: Bool { restoredAt.map { request.requestedAt <= $0 } ?? false }
}

/// Decides a request that is not on record.
extension Decision {
    mutating func first() -> Verdict {
        let test = claim.testNumber.flatMap { $0.isValid(at: now) ? $0 : nil }
        // A number that became a test number, or stopped being a test number, does not join its earlier verification.
        let live = phone.live.flatMap { $0.expiresAt > now && $0.code.isFixed == (test != nil) ? $0 : nil }
        guard isInTime else { return end(.expired, of: live) }
        if isFromBeforeRestore { return end(.restored, of: live) }
        if let reason = refusal(isTestNumber: test != nil) {
            return end(.refused(reason), of: live)
        }
        if test?.scenario == .limited { return end(.limited(claim.pretendedLimit(resolvingTo: live)), of: live) }
        guard let live else { return begin(test) }
        let summary = rules.summary(of: live, now: now)
        if summary.resendAfter > now { return join(summary) }
        // The app has lowered `maxChecks` since the wrong codes were typed, so this code is of no use any more.
        let isUsedUp = summary.remainingChecks == 0
        if isUsedUp || live.code.isFixed && live.messages >= RuleBook.mostMessages { return begin(test) }
        guard live.code.isFixed || mayResend(live) else {
            return end(.limited(rules.limitOfSends(of: live, at: now)), of: live)
        }
        guard let end = rules.end(of: live, sentAgainAt: now) else { return begin(test, insteadOf: live) }
        return resend(live, until: end)
    }

    /// Whether the rules leave the verification another SMS.
    private func mayResend(_ live: LiveVerification) -> Bool {
        live.sends < rules.maxSends && live.messages < RuleBook.mostMessages
    }

    /// Decides a call that was made before under another id, at most a day ago.
    ///
    /// It leads where the first call led.
    mutating func repeated(_ holder: KeyHolder) -> Verdict {
        guard holder.fingerprint == request.fingerprint else {
            changes.append(.insertRequest(claim.row(.conflict, of: request.id)))
            return .keyReused
        }
        changes.append(.insertRequest(claim.row(.duplicate, of: holder.verification)))
        return .known
    }

    /// Lets the key lead where this request led.
    mutating func keep(_ key: KeyID) {
        let leadsTo = changes.compactMap(\.requestRow).first?.verification ?? request.id
        changes.append(.insertKey(NewKey(id: key, fingerprint: request.fingerprint, verification: leadsTo)))
    }

    private func refusal(isTestNumber: Bool) -> RefusalReason? {
        // A caller without a proof, where the project wants one, reaches test numbers only.
        if !isTestNumber, case .unproven(_, let sends) = request.appVerification, sends.isEmpty { return .testingMode }
        return rules.refusal(of: request.phone, isTestNumber: isTestNumber, isBlocked: claim.isBlocked)
    }

    /// Begins a verification; where a limit forbids it, `live` goes on.
    private mutating func begin(_ test: TestNumber?, insteadOf live: LiveVerification? = nil) -> Verdict {
        if test == nil, let reached = spend(resolvingTo: live?.id ?? request.id) {
            return end(.limited(reached), of: live)
        }
        let old = phone.live
        let live = LiveVerification(
            id: request.id, code: test == nil ? .made(claim.recipe) : .fixed, expiresAt: now + rules.codeLife,
            lastEnd: rules.lastEnd(ofCodeFrom: now), sends: 1, messages: 1, resendAfter: now + rules.resendAfter,
            wrongCodes: 0)
        phone.live = live
        changes.append(
            .insertVerification(
                NewVerification(
                    request: request, status: .pending, reason: nil, code: live.code, maxSends: rules.maxSends,
                    maxChecks: rules.maxChecks, createdAt: now, expiresAt: live.expiresAt)))
        let verdict = order(live)
        // The old verification is over. Even after a clock is set back, two codes must not be good at once.
        if let old { changes.append(.endVerification(old.id, old.ending(by: rules, at: now), reason: nil)) }
        return verdict
    }

    private mutating func join(_ summary: LiveSummary) -> Verdict {
        let newest = request.id
        phone.live?.newestRequest = newest
        changes.append(.insertRequest(claim.row(.duplicate, of: summary.verification)))
        return .duplicate(summary)
    }

    /// Sends the same code of the same verification again, which is good until `end` then.
    private mutating func resend(_ live: LiveVerification, until end: Timestamp) -> Verdict {
        if !live.code.isFixed, let reached = spend(resolvingTo: live.id) {
            return self.end(.limited(reached), of: live)
        }
        if end > live.expiresAt { changes.append(.extendVerification(live.id, until: end)) }
        var live = live
        live.expiresAt = end
        live.sends += 1
        live.messages += 1
        live.resendAfter = now + rules.resendAfter
        live.newestRequest = request.id
        phone.live = live
        return order(live)
    }

    private mutating func order(_ live: LiveVerification) -> Verdict {
        let id = MessageID(verification: live.id, ordinal: live.messages)
        var summary = rules.summary(of: live, now: now)
        if !live.code.isFixed { summary.left = claim.leastLeft(phone: phone, limits: limits, at: now) }
        changes.append(.insertRequest(claim.row(.send, of: live.id, message: id.ordinal)))
        changes.append(
            .insertMessage(
                NewMessage(
                    id: id, createdAt: now, leasedUntil: now + claim.lease, token: claim.token,
                    isForTestNumber: live.code.isFixed)))
        return .send(
            SendOrder(
                message: id, fence: 1, tries: 1, spentAt: now, lease: claim.lease, code: live.code,
                mayBeDuplicate: false, mayBeAt: nil, earlier: earlier(than: id, live.code, mayBeDuplicate: false),
                summary: summary, decidedAt: now))
    }

    /// Ends a request without a send.
    ///
    /// The request resolves to the live verification, which goes on. Without a live verification it gets a row of its
    /// own that says why.
    private mutating func end(_ ending: Ending, of live: LiveVerification?) -> Verdict {
        if live == nil {
            changes.append(
                .insertVerification(
                    NewVerification(
                        request: request, status: ending.status, reason: ending.reason, code: .made(claim.recipe),
                        maxSends: rules.maxSends, maxChecks: rules.maxChecks, createdAt: now, expiresAt: now)))
        }
        changes.append(.insertRequest(claim.row(ending.outcome, of: live?.id ?? request.id)))
        return ending.verdict
    }

    /// Counts one send in every limit, or in no limit when any of them does not admit it.
    private mutating func spend(resolvingTo verification: VerificationID) -> LimitReached? {
        let windows = rules.sendsPerPhone
        var waits = claim.sharedLimits.compactMap { limit in
            limits.wait(for: limit, at: now).map { (limit: LimitReached.Limit(limit.key.scope), wait: $0) }
        }
        if let wait = phone.sends.wait(for: windows, at: now) { waits.append((.sendsPerPhone, wait)) }
        if let longest = waits.max(by: { $0.wait.until < $1.wait.until }) {
            return LimitReached(
                limit: longest.limit, quota: longest.wait.limit, retryAfter: longest.wait.until - now,
                verification: verification)
        }
        phone.sends.count(in: windows, at: now)
        for limit in claim.sharedLimits { limits.count(limit, at: now) }
        return nil
    }
}

extension Claim {
    fileprivate var recipe: CodeRecipe { CodeRecipe(keyName: codeKey, digits: rules.codeDigits) }

    fileprivate func row(
        _ outcome: NewRequest.Outcome, of verification: VerificationID, message: Int? = nil
    ) -> NewRequest {
        NewRequest(
            id: request.id, verification: verification, outcome: outcome, message: message, trace: trace,
            metadata: verification == request.id ? [:] : request.metadata)
    }

    /// The answer for a test number with the scenario `limited`: as if the phone had just used up its first window.
    fileprivate func pretendedLimit(resolvingTo live: LiveVerification?) -> LimitReached {
        let quota = rules.sendsPerPhone.first ?? RateLimit(5, per: .seconds(600))
        return LimitReached(
            limit: .sendsPerPhone, quota: quota, retryAfter: quota.interval, verification: live?.id ?? request.id)
    }
}

extension RowChange {
    fileprivate var requestRow: NewRequest? {
        guard case .insertRequest(let row) = self else { return nil }
        return row
    }
}

extension LiveVerification {
    /// The status with which a verification ends when a new verification takes its place.
    fileprivate func ending(by rules: SendingRules, at now: Timestamp) -> VerificationStatus {
        if expiresAt <= now { return .expired }
        return wrongCodes >= rules.maxChecks ? .maxAttemptsReached : .canceled
    }
}

extension SendingRules {
    fileprivate func limitOfSends(of live: LiveVerification, at now: Timestamp) -> LimitReached {
        LimitReached(
            limit: .sendsPerVerification, quota: RateLimit(maxSends, per: codeLife), retryAfter: live.expiresAt - now,
            verification: live.id)
    }
}
