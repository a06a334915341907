extension SendRecord {
    /// Where the message's receipts count; nil for a test number, which is in no statistics.
    package var place: ReceiptPlace? {
        order.code.isFixed ? nil : ReceiptPlace(app: request.app, region: request.phone.region)
    }
}
