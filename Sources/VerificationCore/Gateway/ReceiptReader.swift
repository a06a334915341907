/// Port: reads a provider's calls with receipts, and believes only those that the provider has signed.
package protocol ReceiptReader: Sendable {
    /// The receipts of a call; none where the call says nothing of a message's way, for example about an incoming message.
    ///
    /// Most readers answer at once; some must fetch the provider's certificate first.
    ///
    /// - Throws: why the call is not believed or cannot be read.
    func receipts(in call: ReceiptCall, at now: Timestamp) async throws(ReceiptProblem) -> [DeliveryReceipt]
}
