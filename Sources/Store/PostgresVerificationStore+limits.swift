import PostgreSQL
import VerificationCore

/// Shows and forgets what has been used of limits.
extension PostgresVerificationStore {
    package func uses(of subject: LimitSubject) async throws(StoreError) -> [LimitUse] {
        try await pool.ask {
            let phones = subject.phoneKey.map { [$0] } ?? []
            let rows = try await pool.read([
                .phones(phones), LimitRows(subject.sharedLimits).read, .now,
            ])
            let state = try rows[0].phones().first?.value ?? PhoneState()
            return subject.uses(
                phone: state, counts: try rows[1].sharedCounts(), at: try rows[2].value())
        }
    }

    /// Takes the locks of a claim, in the lock order (see `PostgresVerificationStore`).
    ///
    /// Where a reset and a claim meet:
    /// - The reset waits for a claim that has locked the phone, and also forgets what that claim counted. A later claim
    ///   waits for the reset, and finds nothing used.
    /// - A claim may read a shared limit before the reset and add to it afterwards. Then it adds to the emptied row,
    ///   and only its own send counts.
    /// - A send may count before the reset and fail afterwards. Then it takes back nothing, or another send of the same
    ///   sixtieth of the window. Therefore the reset empties rows and deletes no row. A send that takes its share back
    ///   from a row that is just being deleted would make a new row with a count below zero.
    package func reset(_ limits: Set<LimitReached.Limit>, of subject: LimitSubject) async throws(StoreError) {
        let keys = limits.compactMap(subject.key).sorted()
        var statements: [SQL] = []
        let (sends, codes) = (limits.contains(.sendsPerPhone), limits.contains(.wrongCodesPerPhone))
        if sends || codes, let phone = subject.phoneKey { statements.append(.empty(phone, sends: sends, codes: codes)) }
        if !keys.isEmpty { statements.append(.empty(keys)) }
        try await pool.ask { _ = try await pool.pipeline(statements) }
    }
}

extension SQL {
    /// Reads rows for `phones()` without locks, so other transactions may change them at any time.
    fileprivate static func phones(_ keys: [PhoneKey]) -> SQL {
        """
        select \(SQLPart.phone)
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) as k (app, phone)
        join phone_state p on p.app = k.app and p.phone = k.phone
        """
    }

    fileprivate static func empty(_ key: PhoneKey, sends: Bool, codes: Bool) -> SQL {
        """
        update phone_state set sends = case when \(sends) then '{}' else sends end,
          wrong_codes = case when \(codes) then '{}' else wrong_codes end
        where app = \(key.app.name) and phone = \(key.phone)
        """
    }

    /// Empties all windows of these limits, also windows that the app had in earlier settings.
    fileprivate static func empty(_ keys: [LimitKey]) -> SQL {
        """
        with held as materialized (
          select r.app, r.scope, r.key, r.seconds
          from unnest(\(keys.map(\.app.name)), \(keys.map(\.scope.rawValue)), \(keys.map(\.value)))
            with ordinality as k (app, scope, key, place)
          join rate_limit r on r.key = k.key and r.scope = k.scope and r.app = k.app
          order by k.place, r.seconds
          for update of r
        )
        update rate_limit r set slots = '{}', counts = '{}' from held h
        where r.key = h.key and r.scope = h.scope and r.app = h.app and r.seconds = h.seconds
        """
    }
}
