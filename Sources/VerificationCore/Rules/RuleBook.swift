/// Decides what becomes of a request: facts and the database's clock in, verdict and changes out.
///
/// The store calls it with the phone's row locked, so two workers never decide about one phone at the same time; and
/// it feeds each decision's new state into the next one of a batch, so two requests of one batch meet as well.
package struct RuleBook: Sendable {
    package init() {}

    /// Says what becomes of one claim.
    ///
    /// `phone` is the row as it is, and left as the decision makes it; `seen` is what is on record of this very request
    /// when it is not the first time that it is delivered. The changes must be on disk before anybody acts on the verdict.
    package func decide(
        _ claim: Claim, phone: inout PhoneState, seen: SeenRequest?, now: Timestamp
    ) -> (verdict: Verdict, changes: [RowChange]) {
        if let seen { return decideAgain(claim, phone: &phone, seen: seen, now: now) }
        let live = phone.live.flatMap { $0.expiresAt > now ? $0 : nil }
        if claim.request.deadline <= now { return end(claim, live: live, as: .expired, now: now) }
        if claim.request.phone.kind.cannotGetSMS {
            return end(claim, live: live, as: .refused(.kindNotAllowed), now: now)
        }
        guard let live else { return begin(claim, phone: &phone, now: now) }
        let summary = claim.rules.summary(of: live, now: now)
        if summary.resendAfter > now { return join(claim, summary) }
        // Nobody could use this code any more; whoever counted the last try was gone before it ended the verification.
        if summary.remainingChecks == 0 { return begin(claim, phone: &phone, now: now) }
        return resend(claim, live, phone: &phone, now: now)
    }

    private func begin(
        _ claim: Claim, phone: inout PhoneState, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        if let reached = spend(claim, phone: &phone, resolvingTo: claim.request.id, now: now) {
            return end(claim, live: nil, as: .limited(reached), now: now)
        }
        let live = LiveVerification(
            id: claim.request.id, code: CodeRecipe(keyName: claim.codeKey, digits: claim.rules.codeDigits),
            expiresAt: now + claim.rules.codeLife, sends: 1, messages: 1,
            resendAfter: now + claim.rules.resendAfter, wrongCodes: 0)
        phone.live = live
        let row = NewVerification(
            request: claim.request, status: .pending, reason: nil, code: live.code, maxSends: claim.rules.maxSends,
            maxChecks: claim.rules.maxChecks, createdAt: now, expiresAt: live.expiresAt)
        let (verdict, changes) = order(claim, live, now: now)
        return (verdict, [.insertVerification(row)] + changes)
    }

    private func join(_ claim: Claim, _ summary: LiveSummary) -> (Verdict, [RowChange]) {
        (.duplicate(summary), [.insertRequest(claim.row(.duplicate, of: summary.verification))])
    }

    /// The same verification, the same code, one more SMS.
    private func resend(
        _ claim: Claim, _ live: LiveVerification, phone: inout PhoneState, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        guard live.sends < claim.rules.maxSends else {
            let reached = LimitReached(
                limit: .sendsPerVerification, quota: RateLimit(claim.rules.maxSends, per: claim.rules.codeLife),
                retryAfter: live.expiresAt - now, verification: live.id)
            return end(claim, live: live, as: .limited(reached), now: now)
        }
        if let reached = spend(claim, phone: &phone, resolvingTo: live.id, now: now) {
            return end(claim, live: live, as: .limited(reached), now: now)
        }
        var live = live
        live.sends += 1
        live.messages += 1
        live.resendAfter = now + claim.rules.resendAfter
        phone.live = live
        return order(claim, live, now: now)
    }

    private func order(_ claim: Claim, _ live: LiveVerification, now: Timestamp) -> (Verdict, [RowChange]) {
        let id = MessageID(verification: live.id, ordinal: live.messages)
        let order = SendOrder(
            message: id, fence: 1, tries: 1, lease: claim.lease, code: live.code, mayBeDuplicate: false,
            summary: claim.rules.summary(of: live, now: now), decidedAt: now)
        return (
            .send(order),
            [
                .insertRequest(claim.row(.send, of: live.id, message: id.ordinal)),
                .insertMessage(
                    NewMessage(id: id, createdAt: now, leasedUntil: now + claim.lease, token: claim.token)),
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
                request: claim.request, status: status, reason: reason,
                code: CodeRecipe(keyName: claim.codeKey, digits: claim.rules.codeDigits),
                maxSends: claim.rules.maxSends, maxChecks: claim.rules.maxChecks, createdAt: now, expiresAt: now)
            changes.insert(.insertVerification(row), at: 0)
        }
        return (verdict, changes)
    }

    /// Takes one send out of every limit, or none of it when one does not admit it.
    private func spend(
        _ claim: Claim, phone: inout PhoneState, resolvingTo verification: VerificationID, now: Timestamp
    ) -> LimitReached? {
        let limits = claim.rules.sendsPerPhone
        let times = limits.indices.map { $0 < phone.sendTimes.count ? phone.sendTimes[$0] : nil }
        let waits = zip(limits, times).map { (limit: $0, at: $0.admits(at: $1)) }
        if let last = waits.filter({ $0.at > now }).max(by: { $0.at < $1.at }) {
            return LimitReached(
                limit: .sendsPerPhone, quota: last.limit, retryAfter: last.at - now, verification: verification)
        }
        phone.sendTimes = zip(limits, times).map { $0.spending($1, at: now) }
        return nil
    }
}

extension Claim {
    fileprivate func row(
        _ outcome: NewRequest.Outcome, of verification: VerificationID, message: Int? = nil
    ) -> NewRequest {
        NewRequest(id: request.id, verification: verification, outcome: outcome, message: message)
    }
}

extension Verdict {
    /// How a verdict that ends a request is written down.
    fileprivate var ending: (NewRequest.Outcome, VerificationStatus, String?) {
        switch self {
        case .limited(let reached): (.limited, .refused, reached.limit.rawValue)
        case .refused(let reason): (.refused, .refused, reason.rawValue)
        case .expired: (.expired, .expired, "deadline")
        case .send, .duplicate, .leased, .settled: (.send, .pending, nil)
        }
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
