/// Port: joins receipts with the messages that they are about.
package protocol ReceiptStore: Sendable {
    /// Saves all of them, in one transaction where it can; in which order, and how often, does not matter.
    ///
    /// A receipt may come before its message is recorded. Then the store keeps it, and the record finds it. A receipt
    /// changes a message's status (see `Delivery`), and nothing of a verification. An app with an endpoint for events is
    /// told of the new status (see `Delivery.news`).
    ///
    /// One receipt's trouble is no other's: what another transaction holds is answered with `locked`, and the others
    /// are saved. A receipt that is answered with a problem is not saved, or it is saved and the answer was lost. So
    /// it may be brought again; after `locked` a little later.
    ///
    /// - Returns: an answer to each receipt, in their order. It is the change of the message's status, once for each
    ///   message, and nil for a receipt that changes no status. After a lost answer nobody learns of the change.
    func note(_ receipts: [GatewayReceipt]) async -> [Result<DeliveryChange?, StoreProblem>]
}
