import Gateways
import Logging
import Telemetry
import VerificationCore

extension Settings {
    /// What sends the spans of a process; nil when nothing is to be sent.
    func spanExporter(role: String, logger: Logger) throws(SettingsProblem) -> SpanExporter? {
        guard let endpoint = try valueIfSet(of: TraceSettings.endpoint) else { return nil }
        var settings = SpanExportSettings(url: endpoint.traces)
        settings.way = try way(TraceSettings.way)
        settings.headers = try valueIfSet(of: TraceSettings.headers)?.fields.map { ($0.name, $0.value) } ?? []
        settings.resource = [
            ("service.name", try value(of: TraceSettings.service)), ("service.version", ProgramVersion.current),
            ("service.instance.id", "\(role)@\(Machine.hostName):\(Machine.processID)"),
            ("telemetry.sdk.name", "verifyd"), ("telemetry.sdk.language", "swift"),
            ("telemetry.sdk.version", ProgramVersion.current),
        ]
        return SpanExporter(settings, now: Machine.now, logger: logger)
    }

    /// Begins the spans of a process; off without an exporter.
    func tracer(_ exporter: SpanExporter?) throws(SettingsProblem) -> Tracer {
        guard let exporter else { return .off }
        return Tracer(
            ratio: try value(of: TraceSettings.ratio), now: Machine.nanoseconds, random: Machine.random,
            take: exporter.take)
    }
}
