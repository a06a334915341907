import VerificationCore

/// A message with receipts that the worker has taken, and those of its receipts that are not saved.
struct TakenReceipts: Sendable {
    let delivery: RequestDelivery
    var receipts: [GatewayReceipt]
    /// How often the message has met a lock.
    var locks = 0

    init(delivery: RequestDelivery, receipts: [GatewayReceipt]) {
        self.delivery = delivery
        self.receipts = receipts
    }
}
