import PostgreSQL
import StrictJSON
import Testing

extension Site {
    /// Values for the names in the table of routes, behind which there is something: makes a rule and a test number, or takes
    /// those that stand.
    func routeValues(_ verification: String, phone: String = phones(1)[0]) async throws -> DashboardRoute.Values {
        let rule = try await pool.query(
            """
            insert into block_rule (kind, target, action, who, reason)
            values ('network', '198.51.100.0/24', 'block', 'ada', 'test')
            on conflict (kind, target) do update set action = excluded.action returning id
            """)
        let incident = try await pool.query(
            """
            insert into incident
              (rule, subject, level, sentence, measure, began_at, is_at_least, last_seen_at, ended_at, ending)
            values
              ('gateway-fails', 'acme', 'DEGRADED', '<b>acme</b> fails.', '7 of 9', now(), false, now(), now(), 'OK')
            returning number
            """)
        let number = try await run(["test-numbers", "add", Self.app, "+447400123456", "--code", "123456"])
        return DashboardRoute.Values(
            verification: verification, phone: "%2B" + phone.dropFirst(),
            rule: try #require(try rule.column(as: Int64.self).first),
            testNumber: try #require(number["id"]?.string),
            incident: try #require(incident.column(as: Int64.self).first))
    }
}
