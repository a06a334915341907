import PostgreSQL
import VerificationCore

/// Records the outcomes of a batch of sends; an outcome is saved only while its fence is still the message's fence.
///
/// A worker that takes a message over raises the fence. Then the outcome of the earlier worker changes nothing.
struct RecordTransaction: Sendable {
    let pool: PostgresPool
    let days: DayDirectory
    let deadline: Duration

    /// The messages whose outcomes are saved, and what the receipts that came before have made of them.
    private struct Saved {
        var messages: Set<MessageID>
        var deliveries: [MessageID: Delivery]
    }

    /// - Returns: the answer to each record, in their order.
    func run(_ records: [SendRecord]) async throws(StoreError) -> [Recorded] {
        let failed = records.filter(\.didNotHappen)
        var saved = failed.isEmpty ? try await save(records) : try await saveAndGiveBack(records, failed: failed)
        let missing = records.filter { !saved.messages.contains($0.order.message) }
        if !missing.isEmpty { saved.messages.formUnion(try await savedBefore(missing)) }
        return records.map { record in
            guard saved.messages.contains(record.order.message) else { return .stale }
            return .saved(saved.deliveries[record.order.message].map(record.change))
        }
    }

    /// Finds records that an earlier call saved: a worker repeats a record when the database's answer was lost.
    ///
    /// No other worker can have saved that outcome: a worker that takes a message over gives it another fence.
    private func savedBefore(_ records: [SendRecord]) async throws(StoreError) -> Set<MessageID> {
        try await pool.ask {
            try await pool.read([.planForTheirDays, .holding(records)], deadline: .now + deadline)[1].messageIDs()
        }
    }

    /// Tells for each record whether another transaction holds a row that it needs.
    ///
    /// A record needs its message's row, perhaps a receipt's row, after a failed send the phone's row, and the
    /// verification's row when its app gets events.
    func holds(_ records: [SendRecord]) async throws(StoreError) -> [RowHold] {
        let phones = Set(records.filter(\.didNotHappen).map(\.request.phoneKey)).sorted()
        let receipts = records.flatMap(\.receiptKeys)
        let told = records.filter(\.tellsEvents).map(\.order.message.verification)
        let (messages, lockedPhones, lockedReceipts, verifications) = try await pool.ask {
            let end = ContinuousClock.now + deadline
            return (
                try await pool.lockedMessages(records.map(\.order.message), by: end),
                try await pool.read(.lockedPhones(phones), deadline: end).phoneKeys(),
                receipts.isEmpty ? [] : try await pool.read(.lockedReceipts(receipts), deadline: end).receiptKeys(),
                try await pool.lockedVerifications(told, by: end)
            )
        }
        return records.map {
            let isHeld =
                messages.contains($0.order.message) || $0.didNotHappen && lockedPhones.contains($0.request.phoneKey)
                || $0.receiptKeys.contains(where: lockedReceipts.contains)
                || $0.tellsEvents && verifications.contains($0.order.message.verification)
            return isHeld ? .ownRow : .free
        }
    }

    /// The statements that save outcomes; `saved` reads their answers.
    ///
    /// A batch of a single day whose gateways report no delivery has a single statement.
    ///
    /// `tables`: of the day of all messages; nil for the partitioned tables.
    static func saving(_ records: [SendRecord], in tables: DayTables? = nil) -> [SQL] {
        let reporting = records.flatMap { record in
            record.receiptKeys.map { (record.order.message, $0, record.place) }
        }
        let joining: [SQL] = reporting.isEmpty ? [] : [.join(reporting, in: tables)]
        return SQL.planning(for: tables) + [.update(records, in: tables)] + joining
    }

    /// Reads the answers to `saving(records, in: tables)`.
    private static func saved(
        _ answers: some Collection<PostgresRows>, for records: [SendRecord], in tables: DayTables?
    ) throws -> Saved {
        let answers = answers.dropFirst(SQL.planning(for: tables).count)
        guard let updated = answers.first else { throw StoreError.unreadableRow }
        let joined = records.contains { !$0.receiptKeys.isEmpty } ? answers.dropFirst().first : nil
        return Saved(messages: try updated.messageIDs(), deliveries: try joined?.deliveries() ?? [:])
    }

    /// The usual case: no send has failed for good, so that no limit and no phone changes.
    private func save(_ records: [SendRecord]) async throws(StoreError) -> Saved {
        try await pool.ask {
            let end = ContinuousClock.now + deadline
            let tables = days.tables(of: records.map(\.order.message.verification))
            do {
                return try await save(records, in: tables, by: end)
            } catch let error as PostgresError where days.avoid(tables, after: error.sqlState) {
                return try await save(records, in: nil, by: end)
            }
        }
    }

    private func save(
        _ records: [SendRecord], in tables: DayTables?, by end: ContinuousClock.Instant
    ) async throws -> Saved {
        let telling = SQL.telling(records.flatMap(\.notes))
        let answers = try await pool.pipeline(
            Self.saving(records, in: tables) + (telling.isEmpty ? [] : [.planForTheirDays] + telling), deadline: end)
        return try Self.saved(answers, for: records, in: tables)
    }

    /// Saves the outcomes, and gives the failed sends' shares of the limits back.
    ///
    /// It locks phones, messages, receipts and limits in the lock order; see `PostgresVerificationStore`.
    private func saveAndGiveBack(
        _ records: [SendRecord], failed: [SendRecord]
    ) async throws(StoreError) -> Saved {
        let keys = Set(failed.map(\.request.phoneKey)).sorted()
        return try await pool.decide(by: .now + deadline, newPhones: []) { transaction, _ in
            let tables = days.tables(of: records.map(\.order.message.verification))
            let locking: [SQL] = [.lockPhones(keys)]
            let loaded: [PostgresRows]
            do {
                loaded = try await transaction.pipeline(
                    locking + Self.saving(records, in: tables) + [.planForAnyKeys, .now])
            } catch let error as PostgresError where days.avoid(tables, after: error.sqlState) {
                return nil
            }
            guard let now = try loaded.last?.value(as: Timestamp.self) else { throw StoreError.unreadableRow }
            let saved = try Self.saved(loaded.dropFirst(locking.count), for: records, in: tables)
            var phones = PhoneRows(try loaded[0].phones())
            var limits = SharedCounts()
            var changes: [RowChange] = []
            for record in failed where saved.messages.contains(record.order.message) {
                let taken = record.notSent.takeBack(from: &phones[record.request.phoneKey], &limits)
                changes += taken
                if record.tellsEvents { changes += taken.compactMap(\.event) }
            }
            changes += records.flatMap(\.notes).map(RowChange.tell)
            let writes = RowWrites(changes, phones: phones, limits: limits, now: now)
            return try await writes.commit(in: transaction) ? saved : nil
        }
    }
}

extension SendRecord {
    fileprivate func change(_ delivery: Delivery) -> DeliveryChange {
        DeliveryChange(message: order.message, gateway: gateway, delivery: delivery, place: place)
    }
}

extension PostgresRows {
    /// Reads the messages that `SQL.join` has given the status of their receipts.
    fileprivate func deliveries() throws(PostgresError) -> [MessageID: Delivery] {
        var deliveries: [MessageID: Delivery] = [:]
        for row in self {
            let status = MessageStatus(rawValue: try row.decode("status", as: String.self))
            let ordinal = try row.decode("ordinal", as: Int16.self)
            let id = MessageID(verification: try row.decode("verification_id"), ordinal: Int(ordinal))
            let reason = try row.decode("reason", as: String?.self)
            deliveries[id] = status.flatMap { Delivery(status: $0, reason: reason) }
        }
        return deliveries
    }
}
