/// A message whose status a provider's word has changed.
package struct DeliveryChange: Sendable, Hashable {
    package let message: MessageID
    package let gateway: String
    /// What all receipts of the message say together.
    package let delivery: Delivery
    /// Nil for a test number, and for a message that an older version recorded.
    package let place: ReceiptPlace?

    package init(message: MessageID, gateway: String, delivery: Delivery, place: ReceiptPlace?) {
        self.message = message
        self.gateway = gateway
        self.delivery = delivery
        self.place = place
    }
}
