/// Port: joins receipts with the messages that they are about.
package protocol ReceiptStore: Sendable {
    /// Saves all of them in one transaction; in which order, and how often, does not matter.
    ///
    /// A receipt may come before its message is recorded. Then the store keeps it, and the record finds it. A receipt
    /// changes a message's status (see `Delivery`), and nothing of a verification. An app with an endpoint for events is
    /// told of the new status (see `Delivery.news`). After an error nothing is saved, or all is saved and the answer was
    /// lost. So the same call may be repeated; after `locked` a little later.
    ///
    /// - Returns: the messages that have another status now, once each. After a lost answer nobody learns of them.
    @discardableResult
    func note(_ receipts: [GatewayReceipt]) async throws(StoreProblem) -> [DeliveryChange]
}
