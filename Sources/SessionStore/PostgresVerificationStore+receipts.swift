import VerificationCore

extension PostgresVerificationStore: ReceiptStore {
    /// Three round trips; a row that another transaction holds keeps the others waiting for one `lock_timeout`.
    ///
    /// After that the store finds out which receipts need such a row, and saves the others. A receipt changes a
    /// message's status, and nothing of its verification.
    package func note(_ receipts: [GatewayReceipt]) async -> [Result<DeliveryChange?, StoreProblem>] {
        await receiving.answer(receipts)
    }
}
