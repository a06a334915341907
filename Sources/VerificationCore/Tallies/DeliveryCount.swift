/// What a gateway that reports delivery made of the first messages to a region, of verifications that began in a minute.
package struct DeliveryCount: Sendable, Hashable {
    package let minute: Minute
    package let gateway: String
    package let region: String
    /// The messages that it took.
    package let awaited: Int
    /// The messages that arrived.
    package let delivered: Int

    package init(minute: Minute, gateway: String, region: String, awaited: Int, delivered: Int) {
        self.minute = minute
        self.gateway = gateway
        self.region = region
        self.awaited = awaited
        self.delivered = delivered
    }
}
