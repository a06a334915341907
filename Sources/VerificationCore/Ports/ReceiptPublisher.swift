/// Port: puts receipts on the queue.
package protocol ReceiptPublisher: Sendable {
    /// Returns when the broker has confirmed all of them.
    ///
    /// When it throws, the provider should tell them again; a receipt that comes twice changes nothing.
    func publish(_ receipts: [GatewayReceipt]) async throws(QueueProblem)
}
