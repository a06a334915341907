import VerificationCore

/// A message with receipts that the worker has taken, and what it holds.
struct TakenReceipts: Sendable {
    let delivery: RequestDelivery
    let receipts: [GatewayReceipt]
}
