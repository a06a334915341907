import VerificationCore

/// What became of a provider's call with receipts.
package enum ReceiptsTaken: Sendable, Hashable {
    /// The queue has all its receipts, or it had none.
    case queued
    /// No gateway of this name has receipts.
    case unknownGateway
    /// Too many calls of this gateway are in hand.
    case tooMany
    /// The gateway's reader does not believe the call, or cannot read it.
    case unusable(ReceiptProblem)
    /// The broker has not confirmed all of them; told again, they change nothing that they have changed before.
    case notQueued
}
