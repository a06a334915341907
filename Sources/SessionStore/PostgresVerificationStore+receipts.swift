import VerificationCore

extension PostgresVerificationStore: ReceiptStore {
    /// Three round trips; a row that another transaction holds for long makes the whole batch throw `locked`.
    ///
    /// A receipt changes a message's status, and nothing of its verification.
    @discardableResult
    package func note(_ receipts: [GatewayReceipt]) async throws(StoreProblem) -> [DeliveryChange] {
        try await receiving.run(receipts)
    }
}
