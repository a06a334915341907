import PostgreSQL
import VerificationCore

/// Step 5 for a batch: saves what became of sends, each only while its fence is the message's.
struct RecordTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook
    let deadline: Duration

    /// - Returns: for each record whether its fence was good.
    func run(_ records: [SendRecord]) async throws(StoreProblem) -> [Bool] {
        let failed = records.filter(\.didNotHappen)
        let saved = failed.isEmpty ? try await save(records) : try await saveAndGiveBack(records, failed)
        return records.map { saved.contains($0.order.message) }
    }

    /// The usual case: every send happened, or may have; one statement, no phone involved.
    private func save(_ records: [SendRecord]) async throws(StoreProblem) -> Set<MessageID> {
        try await asking { try await pool.query(.update(records), deadline: .now + deadline).messageIDs() }
    }

    /// Sends that definitely did not happen give their share of the limits back: phones first, as in a claim, and the
    /// limits that others wait for last.
    private func saveAndGiveBack(
        _ records: [SendRecord], _ failed: [SendRecord]
    ) async throws(StoreProblem) -> Set<MessageID> {
        let keys = Set(failed.map(\.request.phoneKey)).sorted()
        return try await pool.commit(by: .now + deadline) { transaction in
            let loaded = try await transaction.pipeline([
                .lockPhones(keys), .update(records),
            ])
            let saved = try loaded[1].messageIDs()
            var giving = GivingBack(phones: try loaded[0].phones())
            for record in failed where saved.contains(record.order.message) { giving.give(back: record, by: rules) }
            _ = try await transaction.commit(with: giving.statements)
            return saved
        }
    }
}

/// What failed sends of one transaction undo.
private struct GivingBack {
    private var phones: [PhoneKey: PhoneState]
    private var limits = LimitTimes()
    private var ends: [SQL] = []
    private let known: Set<PhoneKey>

    init(phones: [PhoneKey: PhoneState]) {
        self.phones = phones
        known = Set(phones.keys)
    }

    mutating func give(back record: SendRecord, by rules: RuleBook) {
        let order = record.order
        let notSent = NotSent(
            message: order.message, request: record.request, rules: record.rules,
            // Sends to test numbers take from no limit.
            spentAt: order.code.isFixed ? nil : order.spentAt, reason: record.columns.reason ?? "failed",
            status: .failed)
        let changes = rules.giveBack(
            notSent, phone: &phones[record.request.phoneKey, default: PhoneState()], limits: &limits)
        for case .endVerification(let id, let status, let reason) in changes {
            ends.append(.endVerification(id, status, reason: reason))
        }
    }

    /// A phone that was forgotten in the meantime stays forgotten.
    var statements: [SQL] {
        let rows = phones.filter { known.contains($0.key) }.sorted { $0.key < $1.key }
            .map { PhoneRow($0.key, $0.value) }
        return (rows.isEmpty ? [] : [PhoneRow.update(rows)]) + ends + SharedLimitWrites.adding(limits, now: nil)
    }
}

extension SQL {
    fileprivate static func update(_ records: [SendRecord]) -> SQL {
        let records = records.sorted { $0.order.message < $1.order.message }
        let columns = records.map(\.columns)
        return """
            update message m set stage = k.stage, status = k.status, reason = k.reason,
              due_at = clock_timestamp() + k.delay * interval '1 microsecond',
              may_be_duplicate = m.may_be_duplicate or k.may_be_duplicate, gateway = k.gateway,
              gateway_id = k.gateway_id, language = k.language, encoding = k.encoding, parts = k.parts,
              updated_at = clock_timestamp()
            from unnest(\(records.map(\.order.message.verification)), \(records.map { Int16($0.order.message.ordinal) }),
              \(records.map { Int32($0.order.fence) }), \(columns.map(\.stage.rawValue)),
              \(columns.map(\.status.rawValue)), \(columns.map(\.reason)), \(columns.map(\.delay)),
              \(columns.map(\.mayBeDuplicate)), \(records.map(\.gateway)), \(columns.map(\.gatewayID)),
              \(records.map(\.language.description)), \(records.map(\.encoding.rawValue)),
              \(records.map { Int16($0.parts) }))
              as k (verification_id, ordinal, fence, stage, status, reason, delay, may_be_duplicate, gateway, gateway_id,
                language, encoding, parts)
            where m.verification_id = k.verification_id and m.ordinal = k.ordinal and m.fence = k.fence
              and m.stage = 'leased'
            returning m.verification_id, m.ordinal
            """
    }
}

extension PostgresRows {
    fileprivate func messageIDs() throws(PostgresError) -> Set<MessageID> {
        let ids = try decode(as: VerificationID.self, Int16.self)
        return Set(ids.map { MessageID(verification: $0.0, ordinal: Int($0.1)) })
    }
}

extension SendRecord {
    fileprivate struct Columns {
        var stage = MessageStage.ended
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

    fileprivate var columns: Columns {
        switch outcome {
        case .accepted(let gatewayID):
            Columns(status: .accepted, gatewayID: gatewayID)
        case .waiting(let delay, let reason):
            Columns(stage: .waiting, status: .sending, reason: reason, delay: delay.wholeMicroseconds)
        case .waitingAfterUnknown(let delay, let reason):
            Columns(
                stage: .waiting, status: .sending, reason: reason, delay: delay.wholeMicroseconds, mayBeDuplicate: true)
        case .failed(let reason):
            Columns(status: .failed, reason: reason)
        case .undelivered(let reason):
            Columns(status: .undelivered, reason: reason)
        case .unknown(let reason):
            Columns(status: .unknown, reason: reason)
        }
    }
}
