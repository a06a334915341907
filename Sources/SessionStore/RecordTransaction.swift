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

    /// Sends that definitely did not happen give their share of the limits back: phones first, as in a claim.
    private func saveAndGiveBack(
        _ records: [SendRecord], _ failed: [SendRecord]
    ) async throws(StoreProblem) -> Set<MessageID> {
        let keys = Set(failed.map(\.phoneKey)).sorted()
        return try await pool.commit(within: deadline) { transaction in
            let loaded = try await transaction.pipeline([.lockPhones(keys), .update(records)])
            var phones = try loaded[0].phones()
            let saved = try loaded[1].messageIDs()
            var ends: [SQL] = []
            for record in failed where saved.contains(record.order.message) {
                ends += giveBack(record, &phones)
            }
            let rows = phones.sorted { $0.key < $1.key }.map { PhoneRow($0.key, $0.value) }
            _ = try await transaction.commit(with: [PhoneRow.update(rows)] + ends)
            return saved
        }
    }

    private func giveBack(_ record: SendRecord, _ phones: inout [PhoneKey: PhoneState]) -> [SQL] {
        guard var phone = phones[record.phoneKey] else { return [] }
        let changes = rules.giveBack(
            record.order.message, rules: record.rules, phone: &phone, reason: record.columns.reason ?? "failed",
            status: .failed)
        phones[record.phoneKey] = phone
        return changes.compactMap { change in
            guard case .endVerification(let id, let status, let reason) = change else { return nil }
            return .endVerification(id, status, reason: reason)
        }
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
        case .unknown(let reason):
            Columns(status: .unknown, reason: reason)
        }
    }
}
