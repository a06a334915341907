/// A receipt on its way to the message's row.
package struct GatewayReceipt: Sendable, Hashable {
    /// The name of the gateway that the receipt came through.
    package let gateway: String
    package let receipt: DeliveryReceipt

    package init(gateway: String, receipt: DeliveryReceipt) {
        self.gateway = gateway
        self.receipt = receipt
    }
}
