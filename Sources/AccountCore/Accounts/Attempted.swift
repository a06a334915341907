/// The outcome of an attempt.
package enum Attempted<Outcome: Sendable>: Sendable {
    case done(Outcome)
    /// Nothing has changed, and what the attempt brings is as unused as before.
    case refused(AccountError)
    /// One of the proofs has served another attempt before.
    case used
}

extension Attempted: Equatable where Outcome: Equatable {}
