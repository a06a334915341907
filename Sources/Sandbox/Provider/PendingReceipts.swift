import VerificationCore

/// The receipts of a message that the sandbox has still to send, and how it sends them.
struct PendingReceipts: Sendable {
    /// Sends a receipt once; answers within 30 seconds.
    typealias Teller = @Sendable (ReceiptContent) async -> ReceiptEnd

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

/// The outcome of sending a receipt.
enum ReceiptEnd: Sendable, Hashable {
    /// The sender of the message has it.
    case told
    /// The sender did not ask for receipts of this kind.
    case notWanted
    /// The sender could not be reached, or did not take it.
    case failed
}

/// A receipt of the sandbox, before it has the form of a protocol.
struct ReceiptContent: Sendable {
    let status: DeliveryStatus
    let id: AcceptedID
    let draft: SandboxMessage.Draft
    /// When the message was taken.
    let takenAt: Timestamp
    /// When the sandbox sends this receipt.
    let toldAt: Timestamp
}
