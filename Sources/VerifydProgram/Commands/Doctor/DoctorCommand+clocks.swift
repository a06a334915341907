import Assembly
import PostgreSQL
import VerificationCore

extension DoctorCommand {
    /// Compares this machine's clock with that of each host of `database.url`: a standby may become the primary.
    static func clocks(_ configuration: PostgresConfiguration) async -> [Finding] {
        let hosts = configuration.eachHost
        var findings: [Finding] = []
        for host in hosts {
            let subject = hosts.count == 1 ? "clock" : "clock of \(host)"
            do {
                let pool = PostgresPool(host)
                defer { pool.close() }
                findings.append(finding(subject, ahead: try await offset(pool)))
            } catch {
                // While another host answers, verifyd works; the finding `database` fails where none does.
                findings.append(Finding(subject, .warning, "not known: \(error)"))
            }
        }
        return findings
    }

    /// This machine's clock minus the server's clock.
    private static func offset(_ pool: PostgresPool) async throws -> Duration {
        // Opens the connection, so that what follows is the time of a question alone.
        try await pool.ping()
        let (before, start) = (Machine.now(), ContinuousClock.now)
        let rows = try await pool.read("select (extract(epoch from clock_timestamp()) * 1000000)::int8")
        let took = ContinuousClock.now - start
        return before + took / 2 - Timestamp(microseconds: try rows[0].decode(0))
    }

    /// At most a warning, because the rules use the database's clock, not this machine's.
    static func finding(_ subject: String, ahead: Duration) -> Finding {
        let milliseconds = ahead.wholeMicroseconds / 1_000
        let words = "this machine is \(abs(milliseconds)) ms \(milliseconds < 0 ? "behind" : "ahead of") the database"
        let isOff = abs(milliseconds) > 2_000
        return Finding(subject, isOff ? .warning : .ok, isOff ? "\(words): look at NTP on both hosts" : words)
    }
}
