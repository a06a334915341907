import HTTPService
import PhoneNumbers
import PostgreSQL
import Store
import Telemetry
import VerificationCore
import Verifications

extension Adapters {
    /// The readings of every process with a database: those of any process, its connections, and its clock.
    var processVitals: Vitals {
        let (pool, clock, plan) = (pool, store.clock, phones.plan)
        var vitals = Vitals.ofProcess
        vitals.readings += [
            {
                [
                    MetricReading(
                        "verifyd_numbering_plan_info", as: .gauge,
                        by: [
                            ("version", plan.version), ("date", plan.date.description),
                            ("additions", "\(plan.additions)"),
                        ], value: 1),
                    MetricReading(
                        "verifyd_numbering_plan_timestamp_seconds", as: .gauge, by: [],
                        value: Double(plan.date.start.milliseconds / 1_000)),
                ]
            },
            {
                let now = pool.statistics
                return [
                    MetricReading("verifyd_database_callers_waiting", as: .gauge, by: [], value: Double(now.waiting)),
                    MetricReading(
                        "verifyd_database_round_trips_total", as: .counter, by: [], value: Double(now.roundTrips)),
                ]
                    + [("busy", now.open - now.idle), ("idle", now.idle), ("opening", now.opening)].map {
                        state, count in
                        MetricReading(
                            "verifyd_database_connections", as: .gauge, by: [("state", state)], value: Double(count))
                    }
            },
            {
                // `offset` is how far the database is ahead of this host; the metric is the opposite, in seconds.
                guard let offset = clock.offset else { return [] }
                return [MetricReading("verifyd_clock_offset_seconds", as: .gauge, by: [], value: offset / .seconds(-1))]
            },
        ]
        return vitals
    }

    /// How many spans this process has sent, dropped and failed to send; empty while it makes none.
    var traceVitals: Vitals {
        guard let spanExporter = telemetry.spanExporter else { return Vitals() }
        return Vitals(readings: [
            {
                let counts = spanExporter.counts
                return [("sent", counts.sent), ("dropped", counts.dropped), ("failed", counts.failed)].map {
                    result, count in
                    MetricReading(
                        "verifyd_trace_spans_total", as: .counter, by: [("result", result)], value: Double(count))
                }
            }
        ])
    }

    /// Whether the database answers now, and whether it fits this program.
    var databaseVitals: Vitals {
        let (store, apps, gate) = (store.verifications, apps, store.gate)
        return Vitals(
            checks: [
                ReadinessCheck("database") {
                    do {
                        try await store.ping()
                        // A database whose commits hang answers a ping.
                        return gate.refusal != .unavailable
                    } catch {
                        // `gate` and `apps` log what is wrong.
                        return false
                    }
                },
                ReadinessCheck("schema") { !gate.isUnfit && !apps.isUnfit },
            ],
            readings: [{ readings(of: gate.condition) }])
    }

    /// Whether a connection to the broker can be used: 1 or 0.
    static func connectionReading(_ name: String, isUp: Bool) -> MetricReading {
        MetricReading("verifyd_broker_connection_up", as: .gauge, by: [("connection", name)], value: isUp ? 1 : 0)
    }
}

/// For each reason to hold work back: 1 if the gate is closed for this reason now, else 0.
private func readings(of gate: StoreGate.Condition) -> [MetricReading] {
    let reason: String? =
        switch gate {
        case .starting: "starting"
        case .open: nil
        case .away: "away"
        case .unfit: "unfit"
        }
    return ["starting", "away", "unfit"].map {
        MetricReading("verifyd_gate_closed", as: .gauge, by: [("reason", $0)], value: $0 == reason ? 1 : 0)
    }
}
