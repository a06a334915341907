import VerificationCore

/// One of the times that a bucket counts, and the trace in which it was measured.
///
/// In Grafana a person clicks on it and sees why that request was slow.
struct Exemplar {
    /// The trace of what this task counts at the moment; a histogram keeps it with the time that it counts.
    @TaskLocal static var trace: TraceID?

    let trace: TraceID
    let value: Double
    let at: Timestamp

    /// What follows a bucket's line in OpenMetrics, for example ` # {trace_id="4bf9…"} 0.012 1767323045.678`.
    var text: String {
        let seconds = Double(at.microseconds / 1_000) / 1_000
        return " # {trace_id=\"\(trace)\"} \(MetricName.value(value)) \(seconds)"
    }
}
