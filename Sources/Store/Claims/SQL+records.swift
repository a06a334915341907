import PostgreSQL
import VerificationCore

extension SQL {
    /// The messages that have the record's outcome under the record's fence.
    ///
    /// A message that has the provider's id has this outcome, whatever receipts have made of its status since.
    static func holding(_ records: [SendRecord]) -> SQL {
        let columns = records.map(\.columns)
        return """
            select m.verification_id, m.ordinal
            from unnest(\(records.map(\.order.message.verification)), \(records.map { Int16(clamping: $0.order.message.ordinal) }),
              \(records.map { Int32(clamping: $0.order.fence) }), \(columns.map(\.stage)),
              \(columns.map(\.status.rawValue)), \(columns.map(\.reason)), \(columns.map(\.gatewayID)))
              as k (verification_id, ordinal, fence, stage, status, reason, gateway_id)
            join message m on m.verification_id = k.verification_id and m.ordinal = k.ordinal
            where m.verification_id = any(\(records.map(\.order.message.verification)))
              and m.fence = k.fence and m.stage = k.stage and m.gateway_id is not distinct from k.gateway_id
              and (m.gateway_id is not null or m.status = k.status and m.reason is not distinct from k.reason)
            """
    }

    /// After `planForTheirDays`.
    fileprivate static func lockedMessages(_ messages: [MessageID]) -> SQL {
        let ids = messages.map(\.verification)
        let ordinals = messages.map { Int16(clamping: $0.ordinal) }
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

    /// After `planning(for: tables)`; of a message's calls the newest 20 stay, see `CallReport.most`.
    static func update(_ records: [SendRecord], in tables: DayTables?) -> SQL {
        let records = records.sorted { $0.order.message < $1.order.message }
        let columns = records.map(\.columns)
        let ids = records.map(\.order.message.verification)
        return """
            update \(identifier: tables.messages) m set stage = k.stage, status = k.status, reason = k.reason,
              due_at = clock_timestamp() + k.delay * interval '1 microsecond',
              may_be_duplicate = m.may_be_duplicate or k.may_be_duplicate, gateway = k.gateway,
              gateway_id = k.gateway_id, language = coalesce(k.language, m.language),
              encoding = coalesce(k.encoding, m.encoding), parts = coalesce(k.parts, m.parts),
              calls = case when k.calls is null then m.calls else jsonb_path_query_array(
                coalesce(m.calls, '[]') || k.calls::jsonb, '$[last - 19 to last]') end,
              updated_at = clock_timestamp()
            from \(rows: ids, records.map { Int16(clamping: $0.order.message.ordinal) },
              records.map { Int32(clamping: $0.order.fence) }, columns.map(\.stage), columns.map(\.status.rawValue),
              columns.map(\.reason), columns.map(\.delay), columns.map(\.mayBeDuplicate), records.map(\.gateway),
              columns.map(\.gatewayID), records.map(\.written?.language.description),
              records.map(\.written?.encoding.rawValue), records.map { $0.written.map { Int16(clamping: $0.segments) } },
              records.map(\.callsText))
              as k (verification_id, ordinal, fence, stage, status, reason, delay, may_be_duplicate, gateway, gateway_id,
                language, encoding, parts, calls)
            where m.verification_id = k.verification_id and m.ordinal = k.ordinal and m.fence = k.fence
              and m.stage = 'leased' and (\(tables != nil) or m.verification_id = any(\(tables.unnamed(ids))))
            returning m.verification_id, m.ordinal
            """
    }
}

extension PostgresRows {
    func messageIDs() throws(PostgresError) -> Set<MessageID> {
        var ids: Set<MessageID> = []
        for row in self {
            let ordinal = try row.decode("ordinal", as: Int16.self)
            ids.insert(MessageID(verification: try row.decode("verification_id"), ordinal: Int(ordinal)))
        }
        return ids
    }
}

extension PostgresPool {
    /// The messages whose rows another transaction holds; a shared lock is enough to find out.
    func lockedMessages(
        _ messages: [MessageID], by end: ContinuousClock.Instant
    ) async throws(PostgresError) -> Set<MessageID> {
        if messages.isEmpty { return [] }
        return try await read([.planForTheirDays, .lockedMessages(messages)], deadline: end)[1].messageIDs()
    }
}

extension SendRecord {
    struct Columns {
        var stage = "ended"
        var status: MessageStatus
        var reason: String?
        var delay: Int64 = 0
        var mayBeDuplicate = false
        var gatewayID: String?
    }

    var didNotHappen: Bool {
        if case .failed = outcome { return true }
        return false
    }

    /// Sends to test numbers take from no limit.
    var notSent: NotSent {
        NotSent(
            message: order.message, request: request, rules: rules, spentAt: order.code.isFixed ? nil : order.spentAt,
            reason: columns.reason ?? "failed", status: .failed)
    }

    var columns: Columns {
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
        case .unknown(let reason):
            Columns(status: .unknown, reason: reason)
        }
    }
}

extension SendRecord {
    /// The events that the app may get when this record is saved, in order.
    ///
    /// A receipt may have come before the record. Only the transaction knows that receipt's status; see `SQL.tell`.
    var notes: [EventNote] {
        guard let note else { return [] }
        guard !receiptKeys.isEmpty else { return [note] }
        return [note]
            + [.delivered, .undelivered].map { EventNote(note.verification, kind: $0, message: note.message) }
    }
}
