/// What an id leads to: a verification, or a `Gap` that says why there is none.
package enum FoundVerification<Gap: Sendable & Hashable>: Sendable, Hashable {
    case found(VerificationReport)
    case missing(Gap)
}
