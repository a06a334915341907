import VerificationCore

/// A request that a worker has read: what it claims, and what it will write from.
struct Work: Sendable {
    /// Made once; made again it finds its own lease, if another answer was lost.
    let claim: Claim
    let app: App
    let trace: TraceContext?

    var request: VerificationRequest { claim.request }
}
