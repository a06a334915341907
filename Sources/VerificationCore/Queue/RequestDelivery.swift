/// One message as it came from the queue, not yet read.
package struct RequestDelivery: Sendable {
    /// Empty when `isTooLarge`.
    package let body: [UInt8]
    package let properties: Properties
    /// What the queue's adapter needs to settle the delivery.
    package let receipt: any Sendable

    package init(body: [UInt8], properties: Properties, receipt: any Sendable) {
        self.body = body
        self.properties = properties
        self.receipt = receipt
    }

    /// What the message says beside its body, as far as workers use it.
    package struct Properties: Sendable, Hashable {
        package var type: String?
        package var contentType: String?
        package var isTooLarge = false
        package var wantsAnswer = false
        package var context: TraceContext?

        package init() {}
    }
}
