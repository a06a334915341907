import HTTPService
import PostgreSQL
import SessionStore
import Telemetry

extension Platform {
    /// What every process tells of its connections to the database and of its log.
    var vitals: Vitals {
        let (pool, clock) = (pool, clock)
        return Vitals(readings: [
            {
                let now = pool.statistics
                return [
                    MetricReading(
                        "verifyd_log_lines_dropped_total", .counter, [], Double(LogOutput.standardError.droppedLines)),
                    MetricReading("verifyd_database_callers_waiting", .gauge, [], Double(now.waiting)),
                    MetricReading("verifyd_database_round_trips_total", .counter, [], Double(now.roundTrips)),
                ]
                    + [("busy", now.open - now.idle), ("idle", now.idle), ("opening", now.opening)].map {
                        state, count in
                        MetricReading("verifyd_database_connections", .gauge, [("state", state)], Double(count))
                    }
            },
            {
                // The clock tells how far the database's is ahead.
                guard let offset = clock.offset else { return [] }
                return [MetricReading("verifyd_clock_offset_seconds", .gauge, [], offset / .seconds(-1))]
            },
        ])
    }

    /// Whether the database answers now.
    func databaseCheck(_ store: PostgresVerificationStore) -> ReadinessCheck {
        ReadinessCheck("database") {
            do {
                try await store.ping()
                return true
            } catch {
                return false
            }
        }
    }

    /// Whether a connection to the broker can be used.
    static func connectionReading(_ name: String, isUp: Bool) -> MetricReading {
        MetricReading("verifyd_broker_connection_up", .gauge, [("connection", name)], isUp ? 1 : 0)
    }
}
