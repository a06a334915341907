import PostgreSQL
import VerificationCore

/// Records the outcomes of a batch of sends; an outcome is saved only while its fence is still the message's fence.
///
/// A worker that takes a message over raises the fence. Then the outcome of the earlier worker changes nothing.
struct RecordTransaction: Sendable {
    let pool: PostgresPool
    let deadline: Duration

    /// - Returns: for each record whether it is saved, by this call or by an earlier call with the same record.
    func run(_ records: [SendRecord]) async throws(StoreProblem) -> [Bool] {
        let failed = records.filter(\.didNotHappen)
        var saved = failed.isEmpty ? try await save(records) : try await saveAndGiveBack(records, failed)
        let missing = records.filter { !saved.contains($0.order.message) }
        if !missing.isEmpty { saved.formUnion(try await savedBefore(missing)) }
        return records.map { saved.contains($0.order.message) }
    }

    /// Finds records that an earlier call saved: a worker repeats a record when the database's answer was lost.
    ///
    /// No other worker can have saved that outcome: a worker that takes a message over gives it another fence.
    private func savedBefore(_ records: [SendRecord]) async throws(StoreProblem) -> Set<MessageID> {
        try await pool.ask {
            try await pool.read([.planForTheirDays, .holding(records)], deadline: .now + deadline)[1].messageIDs()
        }
    }

    /// Tells for each record whether another transaction holds a row that it needs.
    ///
    /// A record needs its message's row, and after a failed send the phone's row.
    func areLocked(_ records: [SendRecord]) async throws(StoreProblem) -> [Bool] {
        let phones = Set(records.filter(\.didNotHappen).map(\.request.phoneKey)).sorted()
        let (messages, lockedPhones) = try await pool.ask {
            let end = ContinuousClock.now + deadline
            return (
                try await pool.read([.planForTheirDays, .lockedMessages(records)], deadline: end)[1].messageIDs(),
                try await pool.read(.lockedPhones(phones), deadline: end).phoneKeys()
            )
        }
        return records.map {
            messages.contains($0.order.message) || $0.didNotHappen && lockedPhones.contains($0.request.phoneKey)
        }
    }

    /// The usual case: no send has failed for good, so that no limit and no phone changes.
    private func save(_ records: [SendRecord]) async throws(StoreProblem) -> Set<MessageID> {
        try await pool.ask {
            try await pool.pipeline([.planForTheirDays, .update(records)], deadline: .now + deadline)[1].messageIDs()
        }
    }

    /// Saves the outcomes, and gives the failed sends' shares of the limits back.
    ///
    /// It locks phones, messages and limits in the lock order; see `PostgresVerificationStore`.
    private func saveAndGiveBack(
        _ records: [SendRecord], _ failed: [SendRecord]
    ) async throws(StoreProblem) -> Set<MessageID> {
        let keys = Set(failed.map(\.request.phoneKey)).sorted()
        return try await pool.decide(by: .now + deadline, newPhones: []) { transaction, _ in
            let loaded = try await transaction.pipeline([
                .lockPhones(keys), .planForTheirDays, .update(records), .planForAnyKeys, .now,
            ])
            let saved = try loaded[2].messageIDs()
            var phones = PhoneRows(try loaded[0].phones())
            var limits = SharedCounts()
            var changes: [RowChange] = []
            for record in failed where saved.contains(record.order.message) {
                changes += record.notSent.takeBack(from: &phones[record.request.phoneKey], &limits)
            }
            let writes = RowWrites(changes, phones: phones, limits: limits, now: try loaded[4].value())
            return try await writes.commit(in: transaction) ? saved : nil
        }
    }
}
