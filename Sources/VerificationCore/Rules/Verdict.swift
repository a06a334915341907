/// What the rules say of a claim.
package enum Verdict: Sendable, Hashable {
    /// The one verdict after which a gateway is called.
    case send(SendOrder)
    /// A verification is alive and its last SMS is recent.
    case duplicate(LiveSummary)
    case limited(LimitReached)
    case refused(RefusalReason)
    /// The request's deadline has passed.
    case expired
    /// Another worker may be sending this very message; look again after so long.
    case leased(for: Duration)
    /// The request, or the one of the same idempotency key, is on record; there is nothing left to do.
    case settled
    /// The request's idempotency key belongs to another request, which asked for something else.
    case keyReused
    /// The request's id belongs to a request of another phone or app.
    case idReused
    /// The id tells of a time that is more than a day away: its maker's clock is wrong, or the id is made up. Its row
    /// would lie in no day that is ever forgotten.
    case idAhead
}
