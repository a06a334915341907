import VerificationCore

/// A message with receipts that the worker has taken, and those of its receipts that are not saved.
struct TakenReceipts: Sendable {
    let delivery: RequestDelivery
    var receipts: [GatewayReceipt]
    /// What of it this program cannot read, and puts aside when it has saved the receipts.
    let unreadable: ReceiptCodec.Rest?
    /// How often the message has met a lock.
    var locks = 0

    init(delivery: RequestDelivery, _ content: ReceiptCodec.Content) {
        self.delivery = delivery
        receipts = content.receipts
        unreadable = content.rest
    }
}
