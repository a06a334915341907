import VerificationCore

/// A request that a worker has read: the claim that it makes, and what the text is written from.
struct Work: Sendable {
    /// The same in every attempt, so that a worker whose answer was lost finds its own lease.
    let claim: Claim
    let app: App
    let trace: TraceContext?

    var request: VerificationRequest { claim.request }
}
