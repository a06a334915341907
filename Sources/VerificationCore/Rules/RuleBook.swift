/// Decides whether a request is sent, joined with another, held back by a limit or turned away.
///
/// It is pure: facts and the store's clock go in, a verdict and the changes that make it true come out. A store locks
/// the phone's row before it loads the facts, so two workers never decide about one phone at the same time; and
/// it feeds each decision's new state into the next decision of a batch, so two requests of one batch meet as well.
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
        var decision = Decision(of: claim, now: now)
        decision.borrow(&phone, &limits)
        defer { decision.borrow(&phone, &limits) }
        let verdict = decide(&decision, facts)
        return (verdict, decision.changes)
    }

    private func decide(_ decision: inout Decision, _ facts: ClaimFacts) -> Verdict {
        let request = decision.claim.request
        if let seen = facts.seen { return decision.again(seen) }
        if request.id.madeAt > decision.now + Self.farthestAhead { return .idAhead }
        if let holder = facts.keyHolder { return decision.repeated(holder) }
        let verdict = decision.first()
        // What a limit held did nothing, and may be asked for again under the same key.
        if let key = request.keyID, !verdict.isLimited { decision.keep(key) }
        return verdict
    }

    /// Undoes what a send took that definitely did not happen: its share of every limit, its place among the sends.
    ///
    /// A verification ends here when none of its messages has left; it goes on when a person holds a code of it. Only the
    /// latest message opens the way for the next send at once: what an older message says, a newer message may have sent.
    package func giveBack(_ send: NotSent, phone: inout PhoneState, limits: inout SharedCounts) -> [RowChange] {
        if let spentAt = send.spentAt {
            phone.sends.takeBack(in: send.rules.sendsPerPhone, countedAt: spentAt)
            for limit in send.rules.sharedLimits(of: send.request) {
                limits.takeBack(limit, countedAt: spentAt)
            }
        }
        guard var live = phone.live, live.id == send.message.verification else { return [] }
        live.sends -= 1
        if live.messages == send.message.ordinal { live.resendAfter = nil }
        phone.live = live.sends > 0 ? live : nil
        return live.sends > 0 ? [] : [.endVerification(live.id, send.status, reason: send.reason)]
    }
}

extension Verdict {
    fileprivate var isLimited: Bool {
        if case .limited = self { return true }
        return false
    }
}
