import PostgreSQL
import VerificationCore

/// What all workers share of their gateways, in three small tables.
///
/// Where two workers meet:
/// - Both open the breaker of a gateway at the same moment, so both bring the same generation. The row's lock lets the
///   second wait for the first. Its notice is not newer then, so the first notice stays, and the second reads it.
/// - A notice that comes late finds a newer notice, and changes nothing; see `BreakerNotice.isNewer`.
/// - Both write several rows in the order of the gateways' names, so neither waits for the other for ever.
package struct PostgresGatewayBoard: GatewayBoard {
    private let pool: PostgresPool
    private let worker: Int64
    private let patience: Duration

    /// - Parameters:
    ///   - pool: the connections to the database.
    ///   - worker: this worker's id; 64 random bits, so that no two workers have the same.
    ///   - patience: how long an exchange waits for a silent database.
    package init(pool: PostgresPool, worker: UInt64, patience: Duration = .milliseconds(1_500)) {
        self.pool = pool
        self.worker = Int64(bitPattern: worker)
        self.patience = patience
    }

    /// Takes one round trip; the number of the tables' rows is that of the gateways and workers.
    package func exchange(_ news: GatewayNews) async throws(StoreProblem) -> GatewayBoardState {
        let told = news.notices.isEmpty ? [] : [SQL.tell(news.notices, of: worker)]
        return try await pool.ask {
            let answers = try await pool.pipeline(
                [.heartbeat(worker)] + told + [.livingWorkers(besides: worker), .gatewayBoard],
                deadline: .now + patience)
            let living = answers[answers.count - 2][0]
            return GatewayBoardState(
                workers: Int(try living.decode("others", as: Int64.self)) + 1,
                position: Int(try living.decode("before", as: Int64.self)),
                gateways: try answers[answers.count - 1].boardEntries())
        }
    }

    /// Lets this worker count as alive for one more second, and no longer; for a worker that stops in order.
    ///
    /// For this second the other workers leave its share of each gateway's pace alone, because it may have begun a call
    /// just now.
    package func leave() async throws(StoreProblem) {
        _ = try await pool.ask { try await pool.query(.farewell(worker), deadline: .now + patience) }
    }
}

extension SQL {
    /// Notes that the worker is alive, and forgets workers that ended long ago.
    fileprivate static func heartbeat(_ worker: Int64) -> SQL {
        """
        with gone as (
          delete from worker where id in (
            select id from worker where seen_at < clock_timestamp() - interval '1 hour' for update skip locked)
        )
        insert into worker (id, seen_at) values (\(worker), clock_timestamp())
        on conflict (id) do update set seen_at = excluded.seen_at
        """
    }

    fileprivate static func farewell(_ worker: Int64) -> SQL {
        let rest = (GatewayBoardState.workerLease - .seconds(1)).wholeMicroseconds
        return """
            update worker set seen_at = seen_at - \(rest) * interval '1 microsecond' where id = \(worker)
            """
    }

    fileprivate static func tell(_ notices: [BreakerNotice], of worker: Int64) -> SQL {
        """
        insert into gateway_breaker (gateway, generation, state, until, reason, worker, changed_at)
        select k.gateway, k.generation, k.state, clock_timestamp() + k.remaining * interval '1 microsecond', k.reason,
          \(worker), clock_timestamp()
        from unnest(\(notices.map(\.gateway)), \(notices.map { Int64($0.generation) }),
          \(notices.map(\.state.rawValue)), \(notices.map(\.remaining.wholeMicroseconds)), \(notices.map(\.reason)))
          as k (gateway, generation, state, remaining, reason)
        order by k.gateway collate "C"
        on conflict (gateway) do update set generation = excluded.generation, state = excluded.state,
          until = excluded.until, reason = excluded.reason, worker = excluded.worker, changed_at = excluded.changed_at
        where (excluded.generation, excluded.state = 'closed')
          > (gateway_breaker.generation, gateway_breaker.state = 'closed')
        """
    }

    /// Counts the other workers that are alive, and those of them with a smaller id.
    fileprivate static func livingWorkers(besides worker: Int64) -> SQL {
        let lease = GatewayBoardState.workerLease.wholeMicroseconds
        return """
            select count(*) as others, count(*) filter (where id < \(worker)) as before from worker
            where id <> \(worker) and seen_at > clock_timestamp() - \(lease) * interval '1 microsecond'
            """
    }

    /// The rows that `boardEntries` reads.
    static let gatewayBoard: SQL = """
        select gateway, s.weight, coalesce(s.is_off, false) as is_off, b.generation, b.state, b.reason,
          case when b.state = 'open' and b.until > clock_timestamp()
            then (extract(epoch from b.until - clock_timestamp()) * 1000000)::bigint else 0 end as remaining
        from gateway_switch s full join gateway_breaker b using (gateway)
        """
}

extension PostgresRows {
    /// Reads the rows of `SQL.gatewayBoard`, by the gateway's name.
    func boardEntries() throws(PostgresError) -> [String: GatewayBoardState.Entry] {
        var entries: [String: GatewayBoardState.Entry] = [:]
        for row in self {
            let name = try row.decode("gateway", as: String.self)
            let weight = try row.decode("weight", as: Int32?.self).map(Int.init)
            let control = GatewaySwitch(weight: weight, isOff: try row.decode("is_off"))
            entries[name] = GatewayBoardState.Entry(control: control, notice: try row.notice(of: name))
        }
        return entries
    }
}

extension PostgresRow {
    /// Nil when the gateway's breaker was never open, or when only a later program knows the state's word.
    fileprivate func notice(of gateway: String) throws(PostgresError) -> BreakerNotice? {
        guard let generation = try decode("generation", as: Int64?.self),
            let state = BreakerNotice.State(rawValue: try decode("state", as: String.self))
        else { return nil }
        return BreakerNotice(
            gateway: gateway, generation: Int(generation), state: state,
            remaining: .microseconds(try decode("remaining", as: Int64.self)), reason: try decode("reason"))
    }
}
