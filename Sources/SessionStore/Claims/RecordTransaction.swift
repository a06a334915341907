import PostgreSQL
import VerificationCore

/// Records the outcomes of a batch of sends; an outcome is saved only while its fence is still the message's fence.
///
/// A worker that takes a message over raises the fence. Then the outcome of the earlier worker changes nothing.
struct RecordTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook
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
                changes += rules.giveBack(record.notSent, phone: &phones[record.request.phoneKey], limits: &limits)
            }
            let writes = RowWrites(changes, phones: phones, limits: limits, now: try loaded[4].value())
            return try await writes.commit(in: transaction) ? saved : nil
        }
    }
}

extension SQL {
    /// Finds the messages that hold the record's outcome under the record's fence; runs after `planForTheirDays`.
    fileprivate static func holding(_ records: [SendRecord]) -> SQL {
        let columns = records.map(\.columns)
        return """
            select m.verification_id, m.ordinal
            from unnest(\(records.map(\.order.message.verification)), \(records.map { Int16(clamping: $0.order.message.ordinal) }),
              \(records.map { Int32(clamping: $0.order.fence) }), \(columns.map(\.stage)),
              \(columns.map(\.status.rawValue)), \(columns.map(\.reason)), \(columns.map(\.gatewayID)))
              as k (verification_id, ordinal, fence, stage, status, reason, gateway_id)
            join message m on m.verification_id = k.verification_id and m.ordinal = k.ordinal
            where m.verification_id = any(\(records.map(\.order.message.verification)))
              and m.fence = k.fence and m.stage = k.stage and m.status = k.status
              and m.reason is not distinct from k.reason and m.gateway_id is not distinct from k.gateway_id
            """
    }

    /// Finds the messages whose rows another transaction holds; runs after `planForTheirDays`.
    ///
    /// It asks for shared locks: two transactions that look at the same time do not take each other for holders.
    fileprivate static func lockedMessages(_ records: [SendRecord]) -> SQL {
        let ids = records.map(\.order.message.verification)
        let ordinals = records.map { Int16(clamping: $0.order.message.ordinal) }
        return """
            with free as materialized (
              select m.verification_id, m.ordinal
              from unnest(\(ids), \(ordinals)) as k (verification_id, ordinal)
              join message m on m.verification_id = k.verification_id and m.ordinal = k.ordinal
              where m.verification_id = any(\(ids))
              for share of m skip locked
            )
            select m.verification_id, m.ordinal
            from unnest(\(ids), \(ordinals)) as k (verification_id, ordinal)
            join message m on m.verification_id = k.verification_id and m.ordinal = k.ordinal
            where m.verification_id = any(\(ids)) and not exists (
              select from free f where f.verification_id = m.verification_id and f.ordinal = m.ordinal)
            """
    }

    /// Saves outcomes, each only under its own fence and while the message is leased; runs after `planForTheirDays`.
    static func update(_ records: [SendRecord]) -> SQL {
        let records = records.sorted { $0.order.message < $1.order.message }
        let columns = records.map(\.columns)
        let ids = records.map(\.order.message.verification)
        return """
            update message m set stage = k.stage, status = k.status, reason = k.reason,
              due_at = clock_timestamp() + k.delay * interval '1 microsecond',
              may_be_duplicate = m.may_be_duplicate or k.may_be_duplicate, gateway = k.gateway,
              gateway_id = k.gateway_id, language = coalesce(k.language, m.language),
              encoding = coalesce(k.encoding, m.encoding), parts = coalesce(k.parts, m.parts),
              updated_at = clock_timestamp()
            from unnest(\(ids), \(records.map { Int16(clamping: $0.order.message.ordinal) }),
              \(records.map { Int32(clamping: $0.order.fence) }), \(columns.map(\.stage)),
              \(columns.map(\.status.rawValue)), \(columns.map(\.reason)), \(columns.map(\.delay)),
              \(columns.map(\.mayBeDuplicate)), \(records.map(\.gateway)), \(columns.map(\.gatewayID)),
              \(records.map(\.written?.language.description)), \(records.map(\.written?.encoding.rawValue)),
              \(records.map { $0.written.map { Int16(clamping: $0.parts) } }))
              as k (verification_id, ordinal, fence, stage, status, reason, delay, may_be_duplicate, gateway, gateway_id,
                language, encoding, parts)
            where m.verification_id = k.verification_id and m.ordinal = k.ordinal and m.fence = k.fence
              and m.stage = 'leased' and m.verification_id = any(\(ids))
            returning m.verification_id, m.ordinal
            """
    }
}

extension PostgresRows {
    fileprivate func messageIDs() throws(PostgresError) -> Set<MessageID> {
        var ids: Set<MessageID> = []
        for row in self {
            let ordinal = try row.decode("ordinal", as: Int16.self)
            ids.insert(MessageID(verification: try row.decode("verification_id"), ordinal: Int(ordinal)))
        }
        return ids
    }
}

extension SendRecord {
    fileprivate struct Columns {
        var stage = "ended"
        var status: MessageStatus
        var reason: String?
        var delay: Int64 = 0
        var mayBeDuplicate = false
        var gatewayID: String?
    }

    fileprivate var didNotHappen: Bool {
        if case .failed = outcome { return true }
        return false
    }

    /// A send to a test number has taken from no limit, and gives nothing back.
    fileprivate var notSent: NotSent {
        NotSent(
            message: order.message, request: request, rules: rules, spentAt: order.code.isFixed ? nil : order.spentAt,
            reason: columns.reason ?? "failed", status: .failed)
    }

    fileprivate var columns: Columns {
        switch outcome {
        case .accepted(let gatewayID):
            Columns(status: .accepted, gatewayID: gatewayID)
        case .waiting(let delay, let reason):
            Columns(stage: "waiting", status: .sending, reason: reason, delay: delay.wholeMicroseconds)
        case .waitingAfterUnknown(let delay, let reason):
            Columns(
                stage: "waiting", status: .sending, reason: reason, delay: delay.wholeMicroseconds, mayBeDuplicate: true
            )
        case .failed(let reason):
            Columns(status: .failed, reason: reason)
        case .undelivered(let reason):
            Columns(status: .undelivered, reason: reason)
        case .unknown(let reason):
            Columns(status: .unknown, reason: reason)
        }
    }
}
