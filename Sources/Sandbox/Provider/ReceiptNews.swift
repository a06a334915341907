import VerificationCore

/// A receipt of the sandbox, before it has the form of a face.
struct ReceiptNews: Sendable {
    let status: DeliveryStatus
    let id: AcceptedID
    let draft: SandboxMessage.Draft
    /// When the message was taken.
    let takenAt: Timestamp
    /// When this receipt is told.
    let toldAt: Timestamp
}
