import VerificationCore

/// The receipts of a message that are still to be told, and by which way.
struct ReceiptLetter: Sendable {
    /// Tells a receipt once; answers within 30 seconds.
    typealias Teller = @Sendable (ReceiptNews) async -> ReceiptEnd

    let id: AcceptedID
    let draft: SandboxMessage.Draft
    let takenAt: Timestamp
    /// The message's place in the inbox; nil when the inbox does not show it yet.
    let sequence: Int?
    /// Counted from this moment.
    let start: ContinuousClock.Instant
    var steps: ArraySlice<ReceiptBehaviour.Step>
    /// How often the first of the steps has failed.
    var failures = 0
    let teller: Teller
}
