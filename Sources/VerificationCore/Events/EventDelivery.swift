/// One message as it came from the queue of events, not yet read.
package struct EventDelivery: Sendable {
    package let body: [UInt8]
    package let type: String?
    /// How often the event was posted before.
    package let tries: Int
    /// What the queue's adapter needs to settle the delivery.
    package let receipt: any Sendable

    package init(body: [UInt8], type: String?, tries: Int, receipt: any Sendable) {
        self.body = body
        self.type = type
        self.tries = tries
        self.receipt = receipt
    }
}
