import PostgreSQL
import VerificationCore

/// Joins a batch of receipts with their messages: finds the messages; locks and loads; decides; saves, and writes
/// events.
///
/// Where a batch and another transaction meet:
/// - The record of the message waits for the receipt's row, and finds in it the status that this batch has written.
/// - This batch waits for the record, and finds a message that it has not locked. In the lock order it may not lock a
///   message after a receipt, so it begins again.
/// - Two batches lock the rows in the same order, so the second waits for the first and then sees what the first saved.
/// - An erasure may have deleted the message. Then the receipt's row stays without a message, until it is too old.
/// - A check locks the row of a verification whose app gets events. This batch waits for it after all its changes, and
///   the event gets the number after the check's event.
struct ReceiptTransaction: Sendable {
    let pool: PostgresPool
    let deadline: Duration

    /// - Returns: for each receipt the change of its message's status; the first receipt of a message has it.
    func run(_ receipts: [GatewayReceipt]) async throws(StoreError) -> [DeliveryChange?] {
        let told = [ReceiptKey: Delivery](receipts)
        var changes = told.isEmpty ? [:] : try await note(told)
        return receipts.map { receipt in receipt.key.flatMap { changes.removeValue(forKey: $0) } }
    }

    /// Tells for each receipt whether another transaction holds a row that it needs.
    ///
    /// A receipt needs its message's row, its own row, and the verification's row when the app has an endpoint for
    /// events.
    func holds(_ receipts: [GatewayReceipt]) async throws(StoreError) -> [RowHold] {
        let deliveries = [ReceiptKey: Delivery](receipts)
        let keys = Array(deliveries.keys)
        let (links, messages, rows, verifications) = try await pool.ask {
            let end = ContinuousClock.now + deadline
            let linked = try await pool.read(.linkedMessages(keys), deadline: end)
            let links = try linked.links()
            let ids = Array(Set(links.values))
            let told = try linked.isHeard ? ids.map(\.verification) : []
            return (
                links, try await pool.lockedMessages(ids, by: end),
                try await pool.read(.lockedReceipts(keys), deadline: end).receiptKeys(),
                try await pool.lockedVerifications(told, for: .appsWithEndpoint, by: end)
            )
        }
        return receipts.map { receipt in
            guard let key = receipt.key, deliveries[key] != nil else { return .free }
            let message = links[key]
            let isHeld =
                rows.contains(key)
                || message.map { messages.contains($0) || verifications.contains($0.verification) } ?? false
            return isHeld ? .ownRow : .free
        }
    }

    private func note(_ told: [ReceiptKey: Delivery]) async throws(StoreError) -> [ReceiptKey: DeliveryChange] {
        let end = ContinuousClock.now + deadline
        repeat {
            if let changes = try await pool.commit(by: end, { try await note(told, in: $0) }) { return changes }
        } while ContinuousClock.now < end
        throw .unavailable
    }

    /// - Returns: nil, without a commit, when a message has got its row since this transaction began.
    private func note(
        _ told: [ReceiptKey: Delivery], in transaction: PostgresTransaction
    ) async throws -> [ReceiptKey: DeliveryChange]? {
        let linked = try await transaction.query(.linkedMessages(Array(told.keys)))
        let links = try linked.messageIDs().sorted()
        let locking: [SQL] =
            links.isEmpty ? [] : [.planForTheirDays, .lockMessages(links), .planForAnyKeys]
        let loaded = try await transaction.pipeline(locking + [.lockReceipts(told)])
        var batch = ReceiptBatch(told, links: links)
        if !links.isEmpty { try batch.loadMessages(loaded[1]) }
        guard try batch.join(loaded[locking.count]) else { return nil }
        // A receipt knows no app. Where no app has an endpoint, no statement asks for the apps.
        let isHeard = try linked.isHeard
        try await transaction.commit(
            with: batch.writes + (isHeard ? SQL.telling(batch.notes, to: .appsWithEndpoint) : []))
        return batch.changes
    }
}

extension PostgresRows {
    /// Reads rows of `SQL.linkedMessages`.
    fileprivate func links() throws(PostgresError) -> [ReceiptKey: MessageID] {
        var links: [ReceiptKey: MessageID] = [:]
        for row in self {
            guard let key = ReceiptKey(try row.decode("gateway_id"), of: try row.decode("gateway")) else { continue }
            let ordinal = try row.decode("ordinal", as: Int16.self)
            links[key] = MessageID(verification: try row.decode("verification_id"), ordinal: Int(ordinal))
        }
        return links
    }

    /// Whether any app has an endpoint for events, as far as rows of `SQL.linkedMessages` tell.
    fileprivate var isHeard: Bool {
        get throws(PostgresError) { try first?.decode("is_heard", as: Bool.self) ?? false }
    }
}
