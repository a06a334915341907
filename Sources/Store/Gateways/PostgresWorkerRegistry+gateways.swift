import PostgreSQL
import VerificationCore

/// What an operator says of the gateways, in rows that all workers read.
extension PostgresWorkerRegistry {
    package func setWeight(_ weight: Int?, of gateway: String) async throws(StoreProblem) {
        _ = try await SettingsChanges(pool: pool).make(
            of: [.switches],
            [
                """
                insert into gateway_switch (gateway, weight) values (\(gateway), \(weight.map { Int32(clamping: $0) }))
                on conflict (gateway) do update set weight = excluded.weight, changed_at = clock_timestamp()
                """
            ])
    }

    package func turn(_ gateway: String, isOff: Bool) async throws(StoreProblem) {
        _ = try await SettingsChanges(pool: pool).make(
            of: [.switches],
            [
                """
                insert into gateway_switch (gateway, is_off) values (\(gateway), \(isOff))
                on conflict (gateway) do update set is_off = excluded.is_off, changed_at = clock_timestamp()
                """
            ])
    }

    package func gateways() async throws(StoreProblem) -> GatewayOverview {
        let lease = GatewayStatuses.workerLease.wholeMicroseconds
        return try await pool.ask {
            let answers = try await pool.read([
                """
                select count(*) from worker
                where seen_at > clock_timestamp() - \(lease) * interval '1 microsecond'
                """, .gatewayStatuses,
            ])
            return GatewayOverview(
                workers: Int(try answers[0].value(as: Int64.self)), gateways: try answers[1].gatewayEntries())
        }
    }
}
