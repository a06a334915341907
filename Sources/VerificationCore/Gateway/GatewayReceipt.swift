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

extension GatewayReceipt {
    /// Nil for an id that no store can keep; such a receipt is about no message.
    package var key: ReceiptKey? { ReceiptKey(receipt.gatewayID, of: gateway) }
}

/// By what a receipt finds its message: the id that the provider gave the message, and the gateway.
///
/// Two gateways may give the same id to different messages.
package struct ReceiptKey: Sendable, Hashable {
    package let gatewayID: String
    package let gateway: String

    /// Nil for an id that no store can keep: without an id, above 255 bytes, or with NUL, which PostgreSQL refuses.
    package init?(_ gatewayID: String?, of gateway: String) {
        guard let gatewayID, (1...255).contains(gatewayID.utf8.count), !gatewayID.utf8.contains(0) else { return nil }
        self.gatewayID = gatewayID
        self.gateway = gateway
    }
}

extension SendRecord {
    /// By what receipts of this send find its message: an id, or the ids of its parts; empty when no receipt will come.
    package var receiptKeys: [ReceiptKey] {
        guard reportsDelivery, case .accepted(let gatewayID?) = outcome else { return [] }
        return gatewayID.split(separator: "\n").compactMap { ReceiptKey(String($0), of: gateway) }
    }
}
