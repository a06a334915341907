/// A `deliver_sm` on its way to the handler.
struct Delivery: Sendable {
    let message: DeliverMessage
    let sequence: UInt32
    /// On which connection it came; another connection's SMSC would not know the number.
    let connection: Int
}
