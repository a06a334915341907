import PostgreSQL
import VerificationCore

/// Rows of `rate_limit` in columns, always in the order of their keys.
struct SharedLimitRows {
    private let keys: [LimitKey]

    init(of claims: [Claim]) {
        keys = Set(claims.flatMap { $0.rules.sharedLimits(of: $0.request).map(\.key) }).sorted()
    }

    var isEmpty: Bool { keys.isEmpty }

    /// As they are; nothing keeps them so.
    var read: SQL {
        """
        select r.app, r.scope, r.key, r.times
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.scope.rawValue)), \(keys.map(\.value))) as k (app, scope, key)
        join rate_limit r on r.app = k.app and r.scope = k.scope and r.key = k.key
        """
    }

    /// Locks them, those too that were not there: a row that has been read cannot be forgotten before it is changed.
    var lock: SQL {
        """
        insert into rate_limit as r (app, scope, key, times)
        select app, scope, key, '{}'
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.scope.rawValue)), \(keys.map(\.value))) as k (app, scope, key)
        on conflict (app, scope, key) do update set times = r.times
        returning r.app, r.scope, r.key, r.times
        """
    }
}

extension PostgresRows {
    /// Rows of `read` and `lock`.
    func limitTimes() throws -> LimitTimes {
        var times: [LimitKey: [LimitState]] = [:]
        for row in self {
            guard let app = AppID(try row.decode(0, as: String.self)),
                let scope = LimitKey.Scope(rawValue: try row.decode(1, as: String.self))
            else { continue }
            times[LimitKey(app: app, scope: scope, value: try row.decode(2))] =
                try [LimitState](column: try row.decode(3))
        }
        return LimitTimes(times)
    }
}

/// What decisions did to shared limits, as a statement; nothing for decisions that did nothing.
enum SharedLimitWrites {
    /// Adds to rows that may have changed since they were read; ends the transaction with `VF001` when one of them has so
    /// that it does not admit all of it any more.
    ///
    /// `now`: when it was spent; nil where nothing was.
    static func adding(_ limits: LimitTimes, now: Timestamp?) -> [SQL] {
        let changes = Set(limits.spent.keys).union(limits.returned.keys).sorted { $0.key < $1.key }
        if changes.isEmpty { return [] }
        let columns = changes.map { LimitColumns($0.windows) }
        return [
            """
            select apply_limits(\(changes.map(\.key.app.name)), \(changes.map(\.key.scope.rawValue)),
              \(changes.map(\.key.value)), \(changes.map { Int32(limits.spent[$0] ?? 0) }),
              \(changes.map { (limits.returned[$0] ?? []).map(\.microseconds).literal }), \(columns.map(\.shares.literal)),
              \(columns.map(\.slacks.literal)), \(now?.microseconds))
            """
        ]
    }

    /// Sets rows that this transaction has locked.
    static func setting(_ limits: LimitTimes) -> [SQL] {
        let keys = Set(limits.spent.keys.map(\.key)).union(limits.returned.keys.map(\.key)).sorted()
        if keys.isEmpty { return [] }
        return [
            """
            update rate_limit r set times = k.times::bigint[]
            from unnest(\(keys.map(\.app.name)), \(keys.map(\.scope.rawValue)), \(keys.map(\.value)),
              \(keys.map { (limits.times[$0] ?? []).column.literal })) as k (app, scope, key, times)
            where r.app = k.app and r.scope = k.scope and r.key = k.key
            """
        ]
    }
}
