/// Decides whether a request is sent, joined with another, held back by a limit or turned away.
///
/// It is pure: facts and the store's clock go in, a verdict and the changes that make it true come out. A store locks
/// the phone's row before it loads the facts, so two workers never decide about one phone at the same time; and
/// it feeds each decision's new state into the next one of a batch, so two requests of one batch meet as well.
package struct RuleBook: Sendable {
    /// Messages that one verification may have, those that did not leave included; enough for every honest use.
    package static let mostMessages = 1_000

    /// How wrong the clock of an id's maker may be.
    private static let farthestAhead = Duration.seconds(86_400)

    package init() {}

    /// Says what becomes of one claim.
    ///
    /// `phone` and `limits` go in as they were loaded, and come out as the decision leaves them. `facts`: what is on record
    /// of this request, which may have been delivered before, and of its idempotency key. The changes must be on disk
    /// before the worker acts on the verdict.
    package func decide(
        _ claim: Claim, phone: inout PhoneState, limits: inout SharedCounts, facts: ClaimFacts, now: Timestamp
    ) -> (verdict: Verdict, changes: [RowChange]) {
        if let seen = facts.seen {
            return decideAgain(claim, phone: &phone, limits: &limits, seen: seen, now: now)
        }
        if claim.request.id.madeAt > now + Self.farthestAhead { return (.idAhead, []) }
        if let holder = facts.keyHolder { return repeated(claim, holder) }
        var (verdict, changes) = decideFirst(claim, phone: &phone, limits: &limits, now: now)
        // What a limit held did nothing, and may be asked for again under the same key.
        if let key = claim.request.keyID, !verdict.isLimited {
            let leadsTo = changes.compactMap(\.requestRow).first?.verification ?? claim.request.id
            changes.append(
                .insertKey(NewKey(id: key, fingerprint: claim.request.fingerprint, verification: leadsTo)))
        }
        return (verdict, changes)
    }

    private func decideFirst(
        _ claim: Claim, phone: inout PhoneState, limits: inout SharedCounts, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        let test = claim.testNumber.flatMap { $0.isValid(at: now) ? $0 : nil }
        // A number that has become a test number, or is none any more, has nothing to do with what it was before.
        let live = phone.live.flatMap { $0.expiresAt > now && $0.code.isFixed == (test != nil) ? $0 : nil }
        if claim.request.deadline <= now { return end(claim, live: live, as: .expired, now: now) }
        if let reason = claim.rules.refusal(of: claim.request.phone, isTestNumber: test != nil) {
            return end(claim, live: live, as: .refused(reason), now: now)
        }
        if test?.scenario == .limited {
            return end(claim, live: live, as: .limited(claim.pretendedLimit(resolvingTo: live)), now: now)
        }
        guard let live else { return begin(claim, test, phone: &phone, limits: &limits, now: now) }
        let summary = claim.rules.summary(of: live, now: now)
        if summary.resendAfter > now { return join(claim, summary) }
        // The app admits fewer wrong codes than when they were typed: this code is of no use any more.
        let isUsedUp = summary.remainingChecks == 0
        if isUsedUp || live.code.isFixed && live.messages >= Self.mostMessages {
            return begin(claim, test, phone: &phone, limits: &limits, now: now)
        }
        return resend(claim, live, phone: &phone, limits: &limits, now: now)
    }

    /// The call has been made before, at most a day ago and under another id: it leads where the first one led.
    private func repeated(_ claim: Claim, _ holder: KeyHolder) -> (Verdict, [RowChange]) {
        guard holder.fingerprint == claim.request.fingerprint else {
            return (.keyReused, [.insertRequest(claim.row(.conflict, of: claim.request.id))])
        }
        return (.settled, [.insertRequest(claim.row(.duplicate, of: holder.verification))])
    }

    private func begin(
        _ claim: Claim, _ test: TestNumber?, phone: inout PhoneState, limits: inout SharedCounts, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        if test == nil,
            let reached = spend(claim, phone: &phone, limits: &limits, resolvingTo: claim.request.id, now: now)
        {
            return end(claim, live: nil, as: .limited(reached), now: now)
        }
        // Its time or its tries are over. A clock that is set back must not make two codes good at once.
        let old = phone.live.map { old in
            RowChange.endVerification(old.id, old.ending(by: claim.rules, at: now), reason: nil)
        }
        let live = LiveVerification(
            id: claim.request.id, code: test == nil ? claim.recipe : .fixed, expiresAt: now + claim.rules.codeLife,
            sends: 1, messages: 1, resendAfter: now + claim.rules.resendAfter, wrongCodes: 0)
        phone.live = live
        let row = NewVerification(
            request: claim.request, status: .pending, reason: nil, code: live.code, maxSends: claim.rules.maxSends,
            maxChecks: claim.rules.maxChecks, createdAt: now, expiresAt: live.expiresAt)
        let (verdict, changes) = order(claim, live, phone: phone, limits: limits, now: now)
        return (verdict, [.insertVerification(row)] + changes + (old.map { [$0] } ?? []))
    }

    private func join(_ claim: Claim, _ summary: LiveSummary) -> (Verdict, [RowChange]) {
        (.duplicate(summary), [.insertRequest(claim.row(.duplicate, of: summary.verification))])
    }

    /// The same verification, the same code, one more SMS.
    private func resend(
        _ claim: Claim, _ live: LiveVerification, phone: inout PhoneState, limits: inout SharedCounts, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        guard live.code.isFixed || live.sends < claim.rules.maxSends && live.messages < Self.mostMessages else {
            let reached = LimitReached(
                limit: .sendsPerVerification, quota: RateLimit(claim.rules.maxSends, per: claim.rules.codeLife),
                retryAfter: live.expiresAt - now, verification: live.id)
            return end(claim, live: live, as: .limited(reached), now: now)
        }
        if !live.code.isFixed,
            let reached = spend(claim, phone: &phone, limits: &limits, resolvingTo: live.id, now: now)
        {
            return end(claim, live: live, as: .limited(reached), now: now)
        }
        var live = live
        live.sends += 1
        live.messages += 1
        live.resendAfter = now + claim.rules.resendAfter
        phone.live = live
        return order(claim, live, phone: phone, limits: limits, now: now)
    }

    private func order(
        _ claim: Claim, _ live: LiveVerification, phone: PhoneState, limits: SharedCounts, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        let id = MessageID(verification: live.id, ordinal: live.messages)
        var summary = claim.rules.summary(of: live, now: now)
        if !live.code.isFixed { summary.left = claim.leastLeft(phone: phone, limits: limits, at: now) }
        let order = SendOrder(
            message: id, fence: 1, tries: 1, spentAt: now, lease: claim.lease, code: live.code, mayBeDuplicate: false,
            summary: summary, decidedAt: now)
        return (
            .send(order),
            [
                .insertRequest(claim.row(.send, of: live.id, message: id.ordinal)),
                .insertMessage(
                    NewMessage(
                        id: id, createdAt: now, leasedUntil: now + claim.lease, token: claim.token,
                        isFree: live.code.isFixed)),
            ]
        )
    }

    /// A request that is served no further.
    ///
    /// It resolves to the live verification, whose life goes on; without one it gets a row of its own that says why.
    private func end(
        _ claim: Claim, live: LiveVerification?, as verdict: Verdict, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        let (outcome, status, reason) = verdict.ending
        var changes: [RowChange] = [.insertRequest(claim.row(outcome, of: live?.id ?? claim.request.id))]
        if live == nil {
            let row = NewVerification(
                request: claim.request, status: status, reason: reason, code: claim.recipe,
                maxSends: claim.rules.maxSends, maxChecks: claim.rules.maxChecks, createdAt: now, expiresAt: now)
            changes.insert(.insertVerification(row), at: 0)
        }
        return (verdict, changes)
    }

    /// Takes one send out of every limit, or none of it when one does not admit it.
    private func spend(
        _ claim: Claim, phone: inout PhoneState, limits: inout SharedCounts, resolvingTo verification: VerificationID,
        now: Timestamp
    ) -> LimitReached? {
        let windows = claim.rules.sendsPerPhone
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
        NewRequest(id: request.id, verification: verification, outcome: outcome, message: message)
    }

    /// What a test number says that is always limited: as if the phone had used up its first window this moment.
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

extension Verdict {
    fileprivate var isLimited: Bool {
        if case .limited = self { return true }
        return false
    }

    /// How a verdict that ends a request is written down.
    fileprivate var ending: (NewRequest.Outcome, VerificationStatus, String?) {
        switch self {
        case .limited(let reached): (.limited, .refused, reached.limit.rawValue)
        case .refused(let reason): (.refused, .refused, reason.rawValue)
        case .expired: (.expired, .expired, "deadline")
        case .send, .duplicate, .leased, .settled, .keyReused, .idReused, .idAhead: (.send, .pending, nil)
        }
    }
}

extension LiveVerification {
    /// How a verification ends that makes room for a new one.
    fileprivate func ending(by rules: SendingRules, at now: Timestamp) -> VerificationStatus {
        if expiresAt <= now { return .expired }
        return wrongCodes >= rules.maxChecks ? .maxAttemptsReached : .canceled
    }
}

extension SendingRules {
    /// What a caller may know of `live` at `now`.
    package func summary(of live: LiveVerification, now: Timestamp) -> LiveSummary {
        LiveSummary(
            verification: live.id, expiresAt: live.expiresAt,
            resendAfter: live.resendAfter ?? now, remainingSends: max(0, maxSends - live.sends),
            remainingChecks: max(0, maxChecks - live.wrongCodes))
    }
}
