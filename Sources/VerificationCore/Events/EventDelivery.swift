/// One message as it came from the queue of events, not yet read.
package struct EventDelivery: Sendable {
    /// Empty when the properties say `isTooLarge`.
    package let body: [UInt8]
    package let properties: RequestDelivery.Properties
    /// How often the event was posted before.
    package let tries: Int
    /// How often the event was put off without a try since its last try.
    package let putOffs: Int
    /// What the queue's adapter needs to settle the delivery.
    package let receipt: any Sendable

    package init(
        body: [UInt8], properties: RequestDelivery.Properties, tries: Int, putOffs: Int, receipt: any Sendable
    ) {
        self.body = body
        self.properties = properties
        self.tries = tries
        self.putOffs = putOffs
        self.receipt = receipt
    }
}
