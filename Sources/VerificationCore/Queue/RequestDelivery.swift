/// One message as it came from the queue, not yet read.
package struct RequestDelivery: Sendable {
    /// Empty when `isTooLarge`.
    package let body: [UInt8]
    package let properties: Properties
    /// What the queue's adapter needs to settle the delivery.
    package let receipt: any Sendable
    /// The queue's number for this delivery; nil where it gives none.
    package let tag: UInt64?

    package init(body: [UInt8], properties: Properties, receipt: any Sendable, tag: UInt64? = nil) {
        self.body = body
        self.properties = properties
        self.receipt = receipt
        self.tag = tag
    }

    /// What the message says beside its body, as far as workers use it.
    package struct Properties: Sendable, Hashable {
        package var type: String?
        package var contentType: String?
        package var isTooLarge = false
        package var wantsAnswer = false
        package var context: TraceContext?
        /// How often the request was put off without a try since its last try.
        package var putOffs = 0

        package init() {}
    }
}
