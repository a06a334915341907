/// What came of telling a receipt.
enum ReceiptEnd: Sendable, Hashable {
    /// The sender of the message has it.
    case told
    /// The sender did not ask for receipts of this kind.
    case notWanted
    /// The sender could not be reached, or did not take it.
    case failed
}
