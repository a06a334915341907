import PostgreSQL
import VerificationCore

/// Rows of `rate_limit`: each limit has a row for each of its windows.
struct LimitRows {
    private let limits: [SharedLimit]

    init(_ limits: [SharedLimit]) {
        var keys: Set<LimitKey> = []
        self.limits = limits.filter { keys.insert($0.key).inserted }
    }

    var isEmpty: Bool { limits.isEmpty }

    /// Reads the rows without locks, so other transactions may change them at any time.
    var read: SQL {
        """
        select r.app, r.scope, r.key, r.seconds, r.slots, r.counts
        from unnest(\(limits.map(\.key.app.name)), \(limits.map(\.key.scope.rawValue)), \(limits.map(\.key.value)))
          as k (app, scope, key)
        join rate_limit r on r.key = k.key and r.scope = k.scope and r.app = k.app
        """
    }

    /// The rows that another transaction holds; a shared lock is enough to find out, and it waits for no row.
    var held: SQL {
        """
        with free as materialized (
          select r.app, r.scope, r.key, r.seconds
          from unnest(\(limits.map(\.key.app.name)), \(limits.map(\.key.scope.rawValue)), \(limits.map(\.key.value)))
            as k (app, scope, key)
          join rate_limit r on r.key = k.key and r.scope = k.scope and r.app = k.app
          for share of r skip locked
        )
        select r.app, r.scope, r.key
        from unnest(\(limits.map(\.key.app.name)), \(limits.map(\.key.scope.rawValue)), \(limits.map(\.key.value)))
          as k (app, scope, key)
        join rate_limit r on r.key = k.key and r.scope = k.scope and r.app = k.app
        where not exists (
          select from free f where f.key = r.key and f.scope = r.scope and f.app = r.app and f.seconds = r.seconds)
        """
    }

    /// Inserts the missing rows, so that no other transaction inserts them, and locks all rows.
    ///
    /// It locks them in the order of their keys, which is the lock order; see `PostgresVerificationStore`.
    var lock: [SQL] {
        let limits = limits.sorted { $0.key < $1.key }
        let rows = limits.flatMap { limit in
            limit.windows.strictest.map(\.seconds).sorted().map { (key: limit.key, seconds: $0) }
        }
        return [
            """
            insert into rate_limit (app, scope, key, seconds, slots, counts, over_at)
            select app, scope, key, seconds, '{}', '{}', now()
            from unnest(\(rows.map(\.key.app.name)), \(rows.map(\.key.scope.rawValue)), \(rows.map(\.key.value)),
              \(rows.map { Int32(clamping: $0.seconds) })) with ordinality as k (app, scope, key, seconds, place)
            order by place
            on conflict do nothing
            """,
            """
            select r.app, r.scope, r.key, r.seconds, r.slots, r.counts
            from unnest(\(limits.map(\.key.app.name)), \(limits.map(\.key.scope.rawValue)), \(limits.map(\.key.value)))
              with ordinality as k (app, scope, key, place)
            join rate_limit r on r.key = k.key and r.scope = k.scope and r.app = k.app
            order by k.place, r.seconds
            for update of r
            """,
        ]
    }
}

extension SQL {
    /// Inserts the rows of shared limits that did not exist when they were read, and then adds to the other rows.
    ///
    /// Another transaction may have inserted such a row in between. Then the primary key refuses the insert, and the
    /// worker decides again.
    static func add(_ additions: [SharedCounts.Addition]) -> [SQL] {
        let new = additions.filter { $0.isNew && $0.most != nil }
        let old = additions.filter { !$0.isNew || $0.most == nil }
        let adding = old.allSatisfy(\.isOfOneMoment) ? addToSlot(old) : add(old)
        return (new.isEmpty ? [] : [insert(new)]) + (old.isEmpty ? [] : [adding])
    }

    /// Inserts new rows with their latest slot only, because all events of a new row are of this moment.
    private static func insert(_ rows: [SharedCounts.Addition]) -> SQL {
        let slots = rows.compactMap(\.slots.last)
        return """
            insert into rate_limit (app, scope, key, seconds, most, slots, counts, over_at)
            select app, scope, key, seconds, most, array[slot], array[events], over_at
            from \(rows: rows.map(\.key.app.name), rows.map(\.key.scope.rawValue), rows.map(\.key.value),
              rows.map { Int32(clamping: $0.seconds) }, rows.compactMap { $0.mostEvents }, slots.map(\.number),
              slots.map { Int32(clamping: $0.events) }, slots.map(\.endsToCountAt))
              as k (app, scope, key, seconds, most, slot, events, over_at)
            """
    }

    /// Adds events of a single slot, as `add` does; nearly every claim does nothing else, and this takes half as long.
    private static func addToSlot(_ rows: [SharedCounts.Addition]) -> SQL {
        let slots = rows.compactMap(\.slots.last)
        return """
            insert into rate_limit as r (app, scope, key, seconds, most, slots, counts, over_at)
            select app, scope, key, seconds, most, array[slot], array[events], over_at
            from unnest(\(rows.map(\.key.app.name)), \(rows.map(\.key.scope.rawValue)), \(rows.map(\.key.value)),
              \(rows.map { Int32(clamping: $0.seconds) }), \(rows.map(\.mostEvents)),
              \(slots.map(\.number)), \(slots.map { Int32(clamping: $0.events) }), \(slots.map(\.endsToCountAt)))
              with ordinality as k (app, scope, key, seconds, most, slot, events, over_at, place)
            order by place
            on conflict (key, scope, app, seconds) do update set
              most = excluded.most, over_at = greatest(r.over_at, excluded.over_at),
              slots = slots_with(r.slots, excluded.slots[1]),
              counts = counts_with(r.slots, r.counts, excluded.slots[1], excluded.counts[1], excluded.most)
            """
    }

    /// Adds to rows that may have changed since they were read, in the order of their keys.
    ///
    /// When a row cannot take the whole addition without exceeding its limit, the statement sets its counts to null.
    /// The table refuses that with the error 23502, and PostgreSQL rolls the whole transaction back.
    private static func add(_ rows: [SharedCounts.Addition]) -> SQL {
        """
        insert into rate_limit as r (app, scope, key, seconds, most, slots, counts, over_at)
        select app, scope, key, seconds, most, slots::bigint[], counts::integer[], over_at
        from unnest(\(rows.map(\.key.app.name)), \(rows.map(\.key.scope.rawValue)), \(rows.map(\.key.value)),
          \(rows.map { Int32(clamping: $0.seconds) }), \(rows.map(\.mostEvents)),
          \(rows.map(\.numbers)), \(rows.map(\.events)), \(rows.map(\.overAt)))
          with ordinality as k (app, scope, key, seconds, most, slots, counts, over_at, place)
        -- 1. An addition that only takes events back needs the row in which they count.
        where most is not null or exists (
          select from rate_limit r
          where r.key = k.key and r.scope = k.scope and r.app = k.app and r.seconds = k.seconds)
        order by place
        -- 2. The sum of both. Slots that lie more than 60 before the addition's latest slot have left the window.
        on conflict (key, scope, app, seconds) do update set
          most = coalesce(excluded.most, r.most), over_at = greatest(r.over_at, excluded.over_at),
          (slots, counts) = (
            select coalesce(array_agg(slot order by slot), '{}'),
              case when sum(events) > excluded.most then null
                else coalesce(array_agg(events order by slot), '{}') end
            from (
              select slot, sum(events)::integer as events
              from unnest(r.slots || excluded.slots, r.counts || excluded.counts) as e (slot, events)
              where slot >= excluded.slots[cardinality(excluded.slots)] - 60
              group by slot having sum(events) > 0
            ) as merged)
        """
    }
}

extension SharedCounts.Addition {
    /// Whether events of one slot were counted, and no event was taken back.
    fileprivate var isOfOneMoment: Bool { most != nil && slots.count == 1 && slots[0].events > 0 }
    fileprivate var mostEvents: Int32? { most.map(Int32.init(clamping:)) }
    fileprivate var numbers: String { slots.map(\.number).literal }
    fileprivate var events: String { slots.map { Int64($0.events) }.literal }
    fileprivate var overAt: Timestamp { slots.map(\.endsToCountAt).max() ?? Timestamp(microseconds: 0) }
}

extension PostgresRows {
    /// Reads the rows of `held`.
    func limitKeys() throws -> Set<LimitKey> {
        var keys: Set<LimitKey> = []
        for row in self {
            guard let app = AppID(try row.decode("app", as: String.self)),
                let scope = LimitKey.Scope(rawValue: try row.decode("scope", as: String.self))
            else { continue }
            keys.insert(LimitKey(app: app, scope: scope, value: try row.decode("key")))
        }
        return keys
    }

    /// Reads the rows of `read` and `lock`.
    func sharedCounts() throws -> SharedCounts {
        var counts = SharedCounts()
        for row in self {
            guard let app = AppID(try row.decode("app", as: String.self)),
                let scope = LimitKey.Scope(rawValue: try row.decode("scope", as: String.self))
            else { continue }
            let seconds = try row.decode("seconds", as: Int32.self)
            let (numbers, events) = (
                try row.decode("slots", as: [Int64].self), try row.decode("counts", as: [Int32].self)
            )
            counts.load(
                LimitKey(app: app, scope: scope, value: try row.decode("key")), seconds: Int(seconds),
                slots: zip(numbers, events).compactMap {
                    Slot(seconds: Int64(seconds), number: $0, events: Int64($1))
                })
        }
        return counts
    }
}

extension SlotCounts {
    /// Three numbers for each slot: the window's length in seconds, the slot's number, its events.
    var column: [Int64] { slots.flatMap { [Int64($0.seconds), $0.number, Int64($0.events)] } }

    /// Reads a `column`; leaves out numbers that no event can have left.
    init(column: [Int64]) {
        self.init(
            stride(from: 0, to: column.count - column.count % 3, by: 3).compactMap {
                Slot(seconds: column[$0], number: column[$0 + 1], events: column[$0 + 2])
            })
    }
}

extension [Int64] {
    /// An array literal as text, because PostgreSQL has no arrays of arrays of different lengths.
    var literal: String {
        var text = "{"
        for number in self {
            if text.utf8.count > 1 { text += "," }
            text += String(number)
        }
        return text + "}"
    }
}
