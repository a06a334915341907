import PostgreSQL
import VerificationCore

/// The statements on `receipt`; its rows are locked in the order of their keys (see `PostgresVerificationStore`).
extension SQL {
    // MARK: The record of a send

    /// Makes the receipts' rows of accepted messages, and gives messages whose receipt came first its status.
    ///
    /// After `update(records)` in the same transaction, and in the same tables. By `xmin` it finds the messages
    /// that this transaction has saved. So a record that comes twice, or with a stale fence, changes no row.
    ///
    /// Some providers count their ids from 1 again, so that an id comes twice. Then the row goes to the newest message:
    /// receipts change the earlier message no more. What they said before was about the earlier message, so the newest
    /// begins without it.
    ///
    /// What the row's `status` may be is `Delivery`'s to decide; an accepted message shows it as it is.
    static func join(
        _ records: [(message: MessageID, key: ReceiptKey, place: ReceiptPlace?)], in tables: DayTables?
    ) -> SQL {
        let ids = records.map(\.message.verification)
        return """
            with joined as (
              insert into receipt as r (gateway_id, gateway, verification_id, ordinal, app, region)
              select distinct on (k.gateway_id collate "C", k.gateway collate "C")
                k.gateway_id, k.gateway, k.verification_id, k.ordinal, k.app, k.region
              from \(rows: records.map(\.key.gatewayID), records.map(\.key.gateway), ids,
                records.map { Int16(clamping: $0.message.ordinal) }, records.map(\.place?.app.name),
                records.map(\.place?.region))
                as k (gateway_id, gateway, verification_id, ordinal, app, region)
              join \(identifier: tables.messages) m on m.verification_id = k.verification_id and m.ordinal = k.ordinal
              where (\(tables != nil) or m.verification_id = any(\(tables.unnamed(ids))))
                and m.xmin = pg_current_xact_id()::xid
              order by k.gateway_id collate "C", k.gateway collate "C", k.verification_id desc, k.ordinal desc
              on conflict (gateway_id, gateway) do update set
                verification_id = excluded.verification_id, ordinal = excluded.ordinal,
                app = excluded.app, region = excluded.region,
                status = case when r.verification_id is null then r.status end,
                reason = case when r.verification_id is null then r.reason end,
                created_at = excluded.created_at
              returning verification_id, ordinal, status, reason
            )
            update \(identifier: tables.messages) m set status = j.status, reason = j.reason
            from (
              -- Of several parts' receipts one tells: nothing replaces that a part was delivered.
              select distinct on (verification_id, ordinal) verification_id, ordinal, status, reason
              from joined where status is not null
              order by verification_id, ordinal, status = \(MessageStatus.delivered.rawValue) desc,
                status = \(MessageStatus.undelivered.rawValue) desc
            ) j
            where m.verification_id = j.verification_id and m.ordinal = j.ordinal
              and (\(tables != nil) or m.verification_id = any(\(tables.unnamed(ids)))) and j.status <> m.status
            returning m.verification_id, m.ordinal, m.status, m.reason
            """
    }

    /// The receipts' rows that another transaction holds; a shared lock is enough to find out.
    static func lockedReceipts(_ keys: [ReceiptKey]) -> SQL {
        """
        with free as materialized (
          select r.gateway_id, r.gateway
          from unnest(\(keys.map(\.gatewayID)), \(keys.map(\.gateway))) as k (gateway_id, gateway)
          join receipt r on r.gateway_id = k.gateway_id and r.gateway = k.gateway
          for share of r skip locked
        )
        select r.gateway_id, r.gateway
        from unnest(\(keys.map(\.gatewayID)), \(keys.map(\.gateway))) as k (gateway_id, gateway)
        join receipt r on r.gateway_id = k.gateway_id and r.gateway = k.gateway
        where not exists (select from free f where f.gateway_id = r.gateway_id and f.gateway = r.gateway)
        """
    }

    // MARK: A batch of receipts

    /// Reads without locks which messages the receipts are about, and whether any app has an endpoint for events.
    static func linkedMessages(_ keys: [ReceiptKey]) -> SQL {
        """
        select r.gateway_id, r.gateway, r.verification_id, r.ordinal, (select exists (select from event_endpoint)) as is_heard
        from unnest(\(keys.map(\.gatewayID)), \(keys.map(\.gateway))) as k (gateway_id, gateway)
        join receipt r on r.gateway_id = k.gateway_id and r.gateway = k.gateway
        where r.verification_id is not null
        """
    }

    /// After `planForTheirDays`.
    static func lockMessages(_ messages: [MessageID]) -> SQL {
        let ids = messages.map(\.verification)
        return """
            select m.verification_id, m.ordinal, m.status, m.reason
            from unnest(\(ids), \(messages.map { Int16(clamping: $0.ordinal) })) as k (verification_id, ordinal)
            join message m on m.verification_id = k.verification_id and m.ordinal = k.ordinal
            where m.verification_id = any(\(ids))
            order by m.verification_id, m.ordinal
            for update of m
            """
    }

    /// Locks the rows; makes those that are missing, which then say what the receipts say.
    static func lockReceipts(_ told: [ReceiptKey: Delivery]) -> SQL {
        let told = told.map { (key: $0.key, delivery: $0.value) }
        return """
            insert into receipt as r (gateway_id, gateway, status, reason)
            select gateway_id, gateway, status, reason
            from unnest(\(told.map(\.key.gatewayID)), \(told.map(\.key.gateway)),
              \(told.map(\.delivery.status.rawValue)), \(told.map(\.delivery.reason)))
              as k (gateway_id, gateway, status, reason)
            order by gateway_id collate "C", gateway collate "C"
            on conflict (gateway_id, gateway) do update set gateway = excluded.gateway
            returning gateway_id, gateway, verification_id, ordinal, status, reason, app, region
            """
    }

    /// Saves rows that this transaction has locked.
    static func updateReceipts(_ changes: [ReceiptKey: Delivery]) -> SQL {
        let changes = changes.map { (key: $0.key, delivery: $0.value) }
        return """
            update receipt r set status = k.status, reason = k.reason
            from unnest(\(changes.map(\.key.gatewayID)), \(changes.map(\.key.gateway)),
              \(changes.map(\.delivery.status.rawValue)), \(changes.map(\.delivery.reason)))
              as k (gateway_id, gateway, status, reason)
            where r.gateway_id = k.gateway_id and r.gateway = k.gateway
            """
    }

    /// Saves messages that this transaction has locked; after `planForTheirDays`.
    static func updateStatuses(_ changes: [MessageID: Delivery]) -> SQL {
        let changes = changes.map { (id: $0.key, delivery: $0.value) }
        return """
            update message m set status = k.status, reason = k.reason, updated_at = clock_timestamp()
            from unnest(\(changes.map(\.id.verification)), \(changes.map { Int16(clamping: $0.id.ordinal) }),
              \(changes.map(\.delivery.status.rawValue)), \(changes.map(\.delivery.reason)))
              as k (verification_id, ordinal, status, reason)
            where m.verification_id = k.verification_id and m.ordinal = k.ordinal
              and m.verification_id = any(\(changes.map(\.id.verification)))
            """
    }

    // MARK: An erasure

    /// Locks all messages of some verifications; after `planForTheirDays`.
    static func lockMessages(of verifications: [VerificationID]) -> SQL {
        """
        select from message where verification_id = any(\(verifications)) order by verification_id, ordinal for update
        """
    }

    /// Deletes the rows of messages that this transaction has locked; after `planForAnyKeys`.
    ///
    /// A message in parts may have the ids of several rows, a line each; see `ReceiptKey`. A row whose id a newer message
    /// has got by now stays. A receipt that comes later makes a row of its own, which
    /// tells of no person.
    static func deleteReceipts(of verifications: [VerificationID]) -> SQL {
        """
        with held as materialized (
          select r.gateway_id, r.gateway
          from messages_of(\(verifications)) m
          join receipt r on r.gateway_id = any(string_to_array(m.gateway_id, e'\\n')) and r.gateway = m.gateway
          where r.verification_id = m.verification_id
          order by r.gateway_id, r.gateway
          for update of r
        )
        delete from receipt r using held h where r.gateway_id = h.gateway_id and r.gateway = h.gateway
        """
    }
}

extension PostgresRows {
    /// Reads rows of `SQL.lockedReceipts`.
    func receiptKeys() throws(PostgresError) -> Set<ReceiptKey> {
        var keys: Set<ReceiptKey> = []
        for row in self {
            if let key = ReceiptKey(try row.decode("gateway_id"), of: try row.decode("gateway")) { keys.insert(key) }
        }
        return keys
    }
}
