/// How a link stands with its SMSC.
package enum LinkState: Sendable, Hashable {
    /// A connection is being made, or a pause before it; `lastFailure` says why the last ended, nil before the first.
    case connecting(lastFailure: SMPPError?)
    /// Submits are taken; the SMSC's name may be empty.
    case bound(systemID: String)
    /// The graceful end has begun: no new submits, open answers are awaited.
    case unbinding
    /// For good.
    case closed
}
