/// Decides whether a request is sent, joined with another, held back by a limit or turned away.
///
/// It is pure: facts and the time go in, a verdict and changes come out. A store locks the phone's row before it loads
/// the facts. So two workers never decide about the same phone at the same time. Within a batch each decision starts
/// from the state that the decision before it has left. So two requests of the same batch meet as well.
package struct RuleBook: Sendable {
    /// How many messages a verification may have, including messages that did not leave.
    ///
    /// No honest use needs more.
    package static let mostMessages = 1_000

    /// How far in the future an id's time may lie, because the clock of its maker may be wrong.
    private static let farthestAhead = Duration.seconds(86_400)

    package init() {}

    /// Decides one claim.
    ///
    /// `phone` and `limits` go in as the store loaded them, and come out as the decision leaves them. `facts` is what
    /// the store has on record of this request and of its idempotency key. The store must save the changes before the
    /// worker acts on the verdict.
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
        // A limited request did nothing, so the caller may ask again under the same key.
        if let key = request.keyID, !verdict.isLimited { decision.keep(key) }
        return verdict
    }

    /// Takes back a send that definitely did not happen, from every limit and from its verification's sends.
    ///
    /// The verification ends here when no other message of it has left or is being sent. Otherwise it goes on, because
    /// the person may hold its code. When the message is the verification's latest, the next request may send at once.
    /// After an older message it may not, because the latest message may have brought the code.
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
