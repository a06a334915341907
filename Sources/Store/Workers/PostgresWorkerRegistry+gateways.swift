import PostgreSQL
import VerificationCore

/// What an operator says of the gateways, in rows that all workers read.
extension PostgresWorkerRegistry {
    package func setWeight(_ weight: Int?, of gateway: String) async throws(StoreError) {
        _ = try await SettingsChanges(pool: pool).make(
            of: [.switches],
            [
                """
                insert into gateway_switch (gateway, weight) values (\(gateway), \(weight.map { Int32(clamping: $0) }))
                on conflict (gateway) do update set weight = excluded.weight, changed_at = clock_timestamp()
                """
            ])
    }

    package func turn(_ gateway: String, isOff: Bool) async throws(StoreError) {
        _ = try await SettingsChanges(pool: pool).make(
            of: [.switches],
            [
                """
                insert into gateway_switch (gateway, is_off) values (\(gateway), \(isOff))
                on conflict (gateway) do update set is_off = excluded.is_off, changed_at = clock_timestamp()
                """
            ])
    }

    package func gateways() async throws(StoreError) -> GatewayOverview {
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

extension SQL {
    /// The rows that `gatewayEntries` reads.
    static let gatewayStatuses: SQL = """
        select gateway, s.weight, coalesce(s.is_off, false) as is_off, b.generation, b.state, b.reason,
          case when b.state = 'open' and b.until > clock_timestamp()
            then (extract(epoch from b.until - clock_timestamp()) * 1000000)::bigint else 0 end as remaining
        from gateway_switch s full join gateway_breaker b using (gateway)
        """
}

extension PostgresRows {
    /// Reads the rows of `SQL.gatewayStatuses`, by the gateway's name.
    func gatewayEntries() throws(PostgresError) -> [String: GatewayStatuses.Entry] {
        var entries: [String: GatewayStatuses.Entry] = [:]
        for row in self {
            let name = try row.decode("gateway", as: String.self)
            let weight = try row.decode("weight", as: Int32?.self).map(Int.init)
            let control = GatewaySwitch(weight: weight, isOff: try row.decode("is_off"))
            entries[name] = GatewayStatuses.Entry(control: control, notice: try row.notice(of: name))
        }
        return entries
    }
}

extension PostgresRow {
    /// Nil when the gateway's breaker was never open, or when only a later program knows the state.
    fileprivate func notice(of gateway: String) throws(PostgresError) -> BreakerNotice? {
        guard let generation = try decode("generation", as: Int64?.self),
            let state = BreakerNotice.State(rawValue: try decode("state", as: String.self))
        else { return nil }
        return BreakerNotice(
            gateway: gateway, generation: Int(generation), state: state,
            remaining: .microseconds(try decode("remaining", as: Int64.self)), reason: try decode("reason"))
    }
}
