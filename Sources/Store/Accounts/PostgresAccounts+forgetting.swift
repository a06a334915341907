import AccountCore
import PostgreSQL
import VerificationCore

extension PostgresAccounts {
    /// Forgets in portions, each in a transaction of its own.
    ///
    /// Where it meets a refresh or a sign-in: it takes no row that another transaction has locked, and such a session or
    /// guest is in use. A refresh that finds its session gone in between has found one that was over.
    package func forgetUnused(
        idleLife: Duration, guestLife: Duration, at now: Timestamp
    ) async throws(StoreError) {
        guard try await pool.ask({ try await !pool.query(.beginWalk(at: now)).isEmpty }) else { return }
        var last: [UInt8]? = []
        while let token = last, !Task.isCancelled {
            last = try await pool.ask {
                try await pool.transaction(deadline: .now + .seconds(10)) { transaction in
                    // Guests take their sessions along, so the end of the portion is found before them.
                    guard
                        let end = try await transaction.query(.endOfPortion(after: token)).column(as: [UInt8].self)
                            .first
                    else { return nil }
                    let portion = Portion(after: token, through: end)
                    try await transaction.commit(with: [
                        .forgetGuests(of: portion, unusedSince: now - guestLife),
                        .forgetSessions(of: portion, idleLife, at: now),
                    ])
                    return end
                }
            }
        }
    }
}

/// The sessions that a transaction looks at, in the order of their tokens.
private struct Portion {
    /// How many sessions it has at most; few enough that no transaction waits long for such a row.
    static let size = 2_000

    let after: [UInt8]
    let through: [UInt8]
}

extension SQL {
    /// Returns a row to the single process that makes this hour's walk, and no row to the others.
    fileprivate static func beginWalk(at now: Timestamp) -> SQL {
        """
        insert into maintenance as m (task, begun_at) values ('forget accounts', \(now))
        on conflict (task) do update set begun_at = \(now) where m.begun_at <= \(now - .seconds(55 * 60))
        returning 1
        """
    }

    /// The last token of the portion after `token`; no row where there is none.
    fileprivate static func endOfPortion(after token: [UInt8]) -> SQL {
        """
        select token_hash from (
          select token_hash from refresh_session where token_hash > \(token) order by token_hash limit \(Portion.size)
        ) portion order by token_hash desc limit 1
        """
    }

    /// Deletes the guests whose sessions stand in the portion.
    ///
    /// No index has the time of the last use, so that a refresh changes a row in its page. So the walk goes by the tokens.
    /// Each guest is looked up by itself: by the statistics of a young table, PostgreSQL would go through all accounts for
    /// each session of the portion.
    fileprivate static func forgetGuests(of portion: Portion, unusedSince moment: Timestamp) -> SQL {
        """
        delete from account where ctid = any (array(
          select a.ctid from (
            select project, account, provider, last_used_at from refresh_session
            where token_hash > \(portion.after) and token_hash <= \(portion.through)
          ) k
          cross join lateral (
            select a.ctid from account a
            where a.id = k.account and a.project = k.project
              and a.phone is null and a.email is null and a.password is null
              and not exists (select from account_link l where l.account = a.id and l.project = a.project)
              and not exists (
                select from refresh_session s where s.account = a.id and s.project = a.project
                  and (s.provider <> \(ProviderID.anonymous.text) or s.last_used_at >= \(moment)))
            for update of a skip locked
          ) a
          where k.provider = \(ProviderID.anonymous.text) and k.last_used_at < \(moment)))
        """
    }

    /// Deletes the sessions of the portion that no client can use any more.
    ///
    /// A session that was ended stays for 30 days, so that its owner hears that it has ended.
    fileprivate static func forgetSessions(
        of portion: Portion, _ life: Duration, at now: Timestamp
    ) -> SQL {
        """
        delete from refresh_session where ctid = any (array(
          select s.ctid from refresh_session s
          where s.token_hash > \(portion.after) and s.token_hash <= \(portion.through)
            and (s.ended_at < \(now) - interval '30 days'
              or s.last_used_at < \(now) - interval '1 microsecond' * coalesce(
                (select session_idle from project where id = s.project), \(life.wholeMicroseconds)))
          for update of s skip locked))
        """
    }
}
