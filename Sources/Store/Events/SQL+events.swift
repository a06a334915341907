import PostgreSQL
import VerificationCore

extension SQL {
    /// Writes events beside the changes that they report, in the same transaction, after `planForTheirDays`.
    ///
    /// It locks the verifications' rows first, so that the numbers of a verification's events are in the order in which
    /// the changes are committed. It takes no note of a change that did not happen. For example a check approves a
    /// verification that another transaction has ended: then neither the row nor an event is written.
    ///
    /// `audience`: the apps that get events, when the caller does not know the verifications' apps.
    static func telling(_ notes: [EventNote], to audience: EventAudience = .everyApp) -> [SQL] {
        notes.isEmpty ? [] : [lockVerifications(notes.map(\.verification), for: audience), tell(notes, to: audience)]
    }

    /// Locks rows in the order of their ids; see `PostgresVerificationStore` for the lock order.
    static func lockVerifications(_ ids: [VerificationID], for audience: EventAudience = .everyApp) -> SQL {
        """
        select 1 from verification v
        where v.id = any(\(Set(ids).sorted()))
          and (\(audience == .everyApp) or v.app in (select app from event_endpoint))
        order by v.id for update of v
        """
    }

    /// The verifications whose rows another transaction holds; a shared lock is enough to find out.
    ///
    /// After `planForTheirDays`.
    fileprivate static func lockedVerifications(_ ids: [VerificationID], for audience: EventAudience) -> SQL {
        """
        with free as materialized (
          select v.id from verification v where v.id = any(\(ids)) for share of v skip locked
        )
        select v.id from verification v
        where v.id = any(\(ids)) and not exists (select from free f where f.id = v.id)
          and (\(audience == .everyApp) or v.app in (select app from event_endpoint))
        """
    }

    /// Runs after `lockVerifications` for the same audience, and after the changes.
    ///
    /// A message causes an event when it was sent, and an event for each status that receipts give it. The statement
    /// leaves out a note of another delivery than the row's.
    ///
    /// The event of an approval is of the request through which the code came. Every other event is of the verification's own
    /// id, and says no `approved` where the code came through another id; see `StoredVerification.status`.
    static func tell(_ notes: [EventNote], to audience: EventAudience = .everyApp) -> SQL {
        let ids = notes.map(\.verification)
        return """
            with news as materialized (
              select k.verification_id, k.kind, k.message, k.place, v.app,
                case when k.kind = 'verification.approved' then coalesce(v.approved_by, v.id) else v.id end as request_id,
                v.metadata,
                case when k.kind = 'verification.undelivered' then n.reason else k.reason end as reason,
                v.events + row_number() over (partition by v.id order by k.place) as sequence,
                case when v.status = 'pending' and v.expires_at <= clock_timestamp() then 'expired'
                  when v.status = 'approved' and k.kind <> 'verification.approved' and v.approved_by <> v.id
                    then 'approved_elsewhere'
                  else v.status end as status,
                (select m.language from message m
                 where m.verification_id = v.id and m.verification_id = any(\(ids)) and m.language is not null
                 order by m.ordinal desc limit 1) as language
              from unnest(\(ids), \(notes.map(\.kind.rawValue)),
                \(notes.map { $0.message.map(Int16.init(clamping:)) }), \(notes.map(\.reason)))
                with ordinality as k (verification_id, kind, message, reason, place)
              join verification v on v.id = k.verification_id
              left join message n on n.verification_id = k.verification_id and n.ordinal = k.message
                and n.verification_id = any(\(ids))
              -- A row that this transaction has written bears its number: only then the change happened.
              where v.id = any(\(ids)) and case when k.message is null then v.xmin = pg_current_xact_id()::xid
                else n.xmin = pg_current_xact_id()::xid
                  and k.kind in ('verification.sent', 'verification.' || n.status) end
                and (\(audience == .everyApp) or v.app in (select app from event_endpoint))
            ), counted as (
              update verification v set events = n.sequence
              from (select verification_id, max(sequence) as sequence from news group by verification_id) n
              where v.id = n.verification_id and v.id = any(\(ids))
            )
            insert into outbox (app, verification_id, request_id, sequence, kind, status, reason, message, language,
              metadata, created_at)
            select app, verification_id, nullif(request_id, verification_id), sequence, kind, status, reason, message,
              language,
              case when request_id = verification_id then metadata
                else (select r.metadata from requests_of(array[request_id]) r) end, clock_timestamp()
            from news order by place
            """
    }

    /// Plans a look at each verification for the moment at which its code's life ends.
    static func watch(_ ends: [(id: VerificationID, until: Timestamp)]) -> SQL {
        """
        insert into verification_watch (verification_id, due_at)
        select id, due_at from \(rows: ends.map(\.id), ends.map(\.until)) as k (id, due_at)
        on conflict (verification_id) do update set due_at = excluded.due_at
        """
    }
}

extension PostgresPool {
    /// The verifications that `telling` would have to wait for.
    func lockedVerifications(
        _ ids: [VerificationID], for audience: EventAudience = .everyApp, by end: ContinuousClock.Instant
    ) async throws(PostgresError) -> Set<VerificationID> {
        if ids.isEmpty { return [] }
        let rows = try await read([.planForTheirDays, .lockedVerifications(ids, for: audience)], deadline: end)[1]
        return Set(try rows.column(as: VerificationID.self))
    }
}
