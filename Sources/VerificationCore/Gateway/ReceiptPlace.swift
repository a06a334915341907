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
