import AccountCore
import PostgreSQL
import SessionStore
import VerificationCore

extension PostgresAccounts {
    /// Forgets in portions, each in a transaction of its own.
    ///
    /// Where it meets a refresh or a sign-in: it takes no row that another transaction has locked, and such a session or
    /// guest is in use. A refresh that finds its session gone in between has found one that was over.
    package func forgetUnused(
        idleLife: Duration, guestLife: Duration, at now: Timestamp
    ) async throws(StoreProblem) {
        guard try await pool.ask({ try await !pool.query(.beginWalk(at: now)).isEmpty }) else { return }
        var last: [UInt8]? = []
        while let token = last, !Task.isCancelled {
            last = try await pool.ask {
                try await pool.transaction(deadline: .now + .seconds(10)) { transaction in
                    try await transaction.commit(with: [
                        .forgetGuests(after: token, unusedSince: now - guestLife),
                        .forgetSessions(after: token, idleLife, at: now),
                    ])[1].column(as: [UInt8].self).first
                }
            }
        }
    }
}

/// How many sessions a transaction looks at; few enough that nobody waits long for such a row.
private let portion = 2_000

extension SQL {
    /// Returns a row to the single process that makes this hour's walk, and no row to the others.
    fileprivate static func beginWalk(at now: Timestamp) -> SQL {
        """
        insert into maintenance as m (task, begun_at) values ('forget accounts', \(now))
        on conflict (task) do update set begun_at = \(now) where m.begun_at <= \(now - .seconds(55 * 60))
        returning 1
        """
    }

    /// Deletes the guests whose sessions stand in the portion after `token`.
    ///
    /// No index has the time of the last use, so that a refresh changes a row in its page. So the walk goes by the tokens.
    fileprivate static func forgetGuests(after token: [UInt8], unusedSince moment: Timestamp) -> SQL {
        """
        with portion as materialized (
          select project, account, provider, last_used_at from refresh_session
          where token_hash > \(token) order by token_hash limit \(portion)
        ), gone as materialized (
          select a.project, a.id from account a
          where (a.id, a.project) in (
              select account, project from portion
              where provider = \(ProviderID.anonymous.text) and last_used_at < \(moment))
            and a.phone is null and a.email is null and a.password is null
            and not exists (select from account_link l where l.account = a.id and l.project = a.project)
            and not exists (
              select from refresh_session s where s.account = a.id and s.project = a.project
                and (s.provider <> \(ProviderID.anonymous.text) or s.last_used_at >= \(moment)))
          for update of a skip locked
        )
        delete from account a using gone g where a.id = g.id and a.project = g.project
        """
    }

    /// Deletes the sessions of the portion that nobody may use any more; returns the portion's last token, and no row at
    /// the end.
    ///
    /// A session that was ended stays for 30 days, so that its owner hears that it has ended.
    fileprivate static func forgetSessions(
        after token: [UInt8], _ life: Duration, at now: Timestamp
    ) -> SQL {
        """
        with portion as materialized (
          select token_hash from refresh_session where token_hash > \(token) order by token_hash limit \(portion)
        ), over as materialized (
          select s.token_hash from portion k join refresh_session s on s.token_hash = k.token_hash
          join project p on p.id = s.project
          where s.last_used_at
              < \(now) - coalesce(p.session_idle, \(life.wholeMicroseconds)) * interval '1 microsecond'
            or s.ended_at < \(now) - interval '30 days'
          for update of s skip locked
        ), gone as (
          delete from refresh_session s using over o where s.token_hash = o.token_hash
        )
        select token_hash from portion order by token_hash desc limit 1
        """
    }
}
