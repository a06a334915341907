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
        var decision = Decision(of: claim, facts, now: now)
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
}

extension Verdict {
    fileprivate var isLimited: Bool {
        if case .limited = self { return true }
        return false
    }
}
