import PostgreSQL
import VerificationCore

/// Joins a batch of receipts with their messages: finds the messages; locks and loads; decides; saves, and tells apps.
///
/// Where a batch and another transaction meet:
/// - The record of the message waits for the receipt's row, and finds what this batch has said in it.
/// - This batch waits for the record, and finds a message that it has not locked. In the lock order it may not lock a
///   message after a receipt, so it begins again.
/// - Two batches lock the rows in the same order, so the second waits for the first and then sees what the first saved.
/// - An erasure may have deleted the message. Then the receipt's row stays without a message, until it is too old.
/// - A check locks the row of a verification whose app is told of events. This batch waits for it after all its changes,
///   and the event gets the number after the check's event.
struct ReceiptTransaction: Sendable {
    let pool: PostgresPool
    let deadline: Duration

    /// - Returns: the messages that have another status now.
    func run(_ receipts: [GatewayReceipt]) async throws(StoreProblem) -> [DeliveryChange] {
        let told = [ReceiptKey: Delivery](receipts)
        guard !told.isEmpty else { return [] }
        let end = ContinuousClock.now + deadline
        repeat {
            if let changes = try await pool.commit(by: end, { try await note(told, in: $0) }) { return changes }
        } while ContinuousClock.now < end
        throw .unavailable
    }

    /// - Returns: nil, without a commit, when a message has got its row since this transaction began.
    private func note(
        _ told: [ReceiptKey: Delivery], in transaction: PostgresTransaction
    ) async throws -> [DeliveryChange]? {
        let linked = try await transaction.query(.linkedMessages(Array(told.keys)))
        let links = try linked.messageIDs().sorted()
        let locking: [SQL] =
            links.isEmpty ? [] : [.planForTheirDays, .lockMessages(links), .planForAnyKeys]
        let loaded = try await transaction.pipeline(locking + [.lockReceipts(told)])
        var batch = ReceiptBatch(told, links: links)
        if !links.isEmpty { try batch.loadMessages(loaded[1]) }
        guard try batch.join(loaded[locking.count]) else { return nil }
        // A receipt knows no app. Where no app has an endpoint, no statement asks for the apps.
        let isHeard = try linked.first?.decode("is_heard", as: Bool.self) ?? false
        try await transaction.commit(
            with: batch.writes + (isHeard ? SQL.telling(batch.notes, .appsWithEndpoint) : []))
        return Array(batch.changes.values)
    }
}
