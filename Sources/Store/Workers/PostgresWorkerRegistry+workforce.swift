import PostgreSQL
import VerificationCore

/// What workers say of themselves, read from their rows.
extension PostgresWorkerRegistry {
    package func workforce() async throws(StoreError) -> Workforce {
        let lease = GatewayStatuses.workerLease.wholeMicroseconds
        return try await pool.ask {
            let answers = try await pool.read([
                "select clock_timestamp()",
                """
                select id, seen_at, seen_at <= clock_timestamp() - \(lease) * interval '1 microsecond' as is_silent,
                  host, version, process_id, started_at, in_hand, oldest_at, prefetch, activity, paused,
                  links_up, links_down
                from worker
                where not has_left or seen_at > clock_timestamp() - \(lease) * interval '1 microsecond'
                order by host collate "C", started_at, id
                """, .queuePauses,
            ])
            var workers: [WorkerReport] = []
            for row in answers[1] { workers.append(try row.workerReport()) }
            return Workforce(
                now: try answers[0].value(), workers: workers, pauses: try answers[2].queuePauses())
        }
    }
}

extension PostgresRow {
    fileprivate func workerReport() throws(PostgresError) -> WorkerReport {
        WorkerReport(
            id: UInt64(bitPattern: try decode("id", as: Int64.self)), seenAt: try decode("seen_at"),
            isSilent: try decode("is_silent"), status: try workerStatus())
    }

    /// Nil for a worker of an earlier release, and when only a later program knows the activity.
    private func workerStatus() throws(PostgresError) -> WorkerStatus? {
        guard let activity = try decode("activity", as: String?.self).flatMap(WorkerActivity.init) else { return nil }
        return WorkerStatus(
            host: try decode("host"), version: try decode("version"),
            processID: Int(try decode("process_id", as: Int64.self)), startedAt: try decode("started_at"),
            inHand: Int(try decode("in_hand", as: Int64.self)), oldestAt: try decode("oldest_at"),
            prefetch: Int(try decode("prefetch", as: Int64.self)), activity: activity,
            paused: Set(try decode("paused", as: [String].self).compactMap { WorkQueue(rawValue: $0) }),
            links: try links())
    }

    /// Empty for a worker of a release that said nothing of links.
    private func links() throws(PostgresError) -> [String: Bool] {
        let up: [String]? = try decode("links_up")
        let down: [String]? = try decode("links_down")
        return Dictionary((up ?? []).map { ($0, true) } + (down ?? []).map { ($0, false) }) { $0 && $1 }
    }
}
