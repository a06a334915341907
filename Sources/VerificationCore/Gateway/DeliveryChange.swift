/// A message whose status a provider's receipt has changed.
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

/// Where a message's receipts count in statistics.
package struct ReceiptPlace: Sendable, Hashable {
    package let app: AppID
    /// The ISO 3166 code of the number's region.
    package let region: String

    package init(app: AppID, region: String) {
        self.app = app
        self.region = region
    }
}

extension SendRecord {
    /// Where the message's receipts count; nil for a test number, which is in no statistics.
    package var place: ReceiptPlace? {
        order.code.isFixed ? nil : ReceiptPlace(app: request.app, region: request.phone.region)
    }
}

/// What a store says of the record of a send.
package enum Recorded: Sendable, Hashable {
    /// The outcome is on record, by this call or by an earlier call with the same record.
    ///
    /// With a change when receipts of an accepted message came before its record, so that the record has changed its
    /// status; a repeated call may say nothing of it.
    case saved(DeliveryChange?)
    /// Another worker has taken the message over, or another outcome is on record. Nothing was changed.
    case stale
}
