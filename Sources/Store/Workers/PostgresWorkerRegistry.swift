import PostgreSQL
import VerificationCore

/// What all workers share, and what operators order them, in small tables; an order is in force when the operator's
/// call returns.
///
/// Where two workers meet:
/// - Both open the breaker of a gateway at the same moment, so both bring the same generation. The row's lock lets the
///   second wait for the first. Its notice is not newer then, so the first notice stays, and the second reads it.
/// - A notice that comes late finds a newer notice, and changes nothing; see `BreakerNotice.isNewer`.
/// - Both write several rows in the order of the gateways' names, so neither waits for the other for ever.
/// - Both read the pauses of queues while an operator changes them. Each follows its next exchange, so for about a second
///   a worker may take requests and another not.
package struct PostgresWorkerRegistry: WorkerRegistry {
    let pool: PostgresPool
    let patience: Duration

    /// - Parameters:
    ///   - pool: the connections to the database.
    ///   - patience: how long an exchange waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        (self.pool, self.patience) = (pool, patience)
    }

    /// Takes one round trip; the number of the tables' rows is that of the gateways, workers and queues.
    package func exchange(_ update: WorkerUpdate, of worker: UInt64) async throws(StoreError) -> RegistryStatus {
        let worker = Int64(bitPattern: worker)
        let notices = update.gateways.notices
        let told = notices.isEmpty ? [] : [SQL.tell(notices, of: worker)]
        let (status, marks) = try await pool.ask {
            let all = try await pool.pipeline(
                [.heartbeat(worker, with: update.status)] + told + [
                    .livingWorkers(besides: worker), .changeNumbers(for: []), .gatewayStatuses, .queuePauses,
                ],
                deadline: .now + patience)
            let answers = all.suffix(4).map { $0 }
            let living = answers[0][0]
            let gateways = GatewayStatuses(
                workers: Int(try living.decode("others", as: Int64.self)) + 1,
                position: Int(try living.decode("before", as: Int64.self)),
                gateways: try answers[2].gatewayEntries())
            let status = RegistryStatus(
                gateways: gateways, pauses: try answers[3].queuePauses(),
                switches: try answers[1].changeNumbers()[.switches])
            let changes = told.isEmpty ? [] : try all[1].breakerMarks()
            return (status, try all[0].starts() + changes)
        }
        await keep(marks)
        return status
    }

    /// Writes marks, which are for people.
    ///
    /// A worker that cannot write them, for example without the right to, goes on all the same.
    private func keep(_ marks: [Mark]) async {
        guard !marks.isEmpty else { return }
        // See above.
        _ = try? await pool.ask { try await pool.pipeline(marks.map(SQL.keep), deadline: .now + patience) }
    }

    /// Lets a worker count as alive for one more second, and no longer; for a worker that stops in order.
    ///
    /// For this second the other workers leave its share of each gateway's pace alone, because it may have begun a call
    /// just now. After it, no operator sees the worker any more.
    package func leave(_ worker: UInt64) async throws(StoreError) {
        let marks = try await pool.ask {
            try await pool.query(.farewell(Int64(bitPattern: worker)), deadline: .now + patience).ends()
        }
        await keep(marks)
    }
}

extension SQL {
    /// Notes the worker's status, and forgets workers that ended long ago; gives the start of a worker that is new.
    ///
    /// A worker that comes back after an hour of silence has no row, and its start is marked already.
    fileprivate static func heartbeat(_ worker: Int64, with status: WorkerStatus) -> SQL {
        """
        with gone as (
          delete from worker where id in (
            select id from worker
            where seen_at < clock_timestamp() - case when has_left then interval '1 minute' else interval '1 hour' end
            for update skip locked)
        )
        insert into worker (id, seen_at, has_left, host, version, process_id, started_at, in_hand, oldest_at, prefetch,
          activity, paused, links_up, links_down)
        values (\(worker), clock_timestamp(), false, \(status.host), \(status.version), \(Int64(status.processID)),
          \(status.startedAt), \(Int64(status.inHand)), \(status.oldestAt), \(Int64(status.prefetch)),
          \(status.activity.rawValue), \(status.paused.map(\.rawValue).sorted()),
          \(status.links(up: true)), \(status.links(up: false)))
        on conflict (id) do update set seen_at = excluded.seen_at, has_left = excluded.has_left, host = excluded.host,
          version = excluded.version, process_id = excluded.process_id, started_at = excluded.started_at,
          in_hand = excluded.in_hand, oldest_at = excluded.oldest_at, prefetch = excluded.prefetch,
          activity = excluded.activity, paused = excluded.paused, links_up = excluded.links_up,
          links_down = excluded.links_down
        returning case when xmax = 0 and started_at > clock_timestamp() - interval '30 minutes' then started_at end
          as started_at, host, version
        """
    }

    fileprivate static func farewell(_ worker: Int64) -> SQL {
        let rest = (GatewayStatuses.workerLease - .seconds(1)).wholeMicroseconds
        return """
            update worker set seen_at = seen_at - \(rest) * interval '1 microsecond', has_left = true
            where id = \(worker) and not has_left
            returning clock_timestamp() as ended_at, host, version
            """
    }

    /// Notes the notices that are newer than those on record, and gives what each state was before.
    ///
    /// The row's lock lets a second worker wait for the first; then the second finds that the state has changed already.
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
          until = excluded.until, reason = excluded.reason, worker = excluded.worker, changed_at = excluded.changed_at,
          former_state = gateway_breaker.state
        where (excluded.generation, excluded.state = 'closed')
          > (gateway_breaker.generation, gateway_breaker.state = 'closed')
        returning gateway, state, reason, coalesce(former_state, 'closed') as former_state, changed_at
        """
    }

    /// Counts the other workers that are alive, and those of them with a smaller id.
    fileprivate static func livingWorkers(besides worker: Int64) -> SQL {
        let lease = GatewayStatuses.workerLease.wholeMicroseconds
        return """
            select count(*) as others, count(*) filter (where id < \(worker)) as before from worker
            where id <> \(worker) and seen_at > clock_timestamp() - \(lease) * interval '1 microsecond'
            """
    }
}

extension WorkerStatus {
    /// The gateways whose link is up, or is down, in the order of their names.
    fileprivate func links(up isUp: Bool) -> [String] { links.filter { $0.value == isUp }.keys.sorted() }
}
