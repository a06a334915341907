import VerificationCore

/// A metric of the program: its kind, the names of its labels, and what it means.
///
/// `/metrics` prints the meaning before the metric. `deploy/checks/monitoring.py` reads the table in
/// `MetricHelp+all.swift`: no alert and no panel may name a metric or a label that is not in it.
package struct MetricHelp: Sendable {
    package let name: String
    package let kind: MetricKind
    /// Without `le`, which every histogram has.
    package let labels: [String]
    let text: String

    init(_ name: String, _ kind: MetricKind, by labels: [String] = [], _ text: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.text = text
    }

    /// The meanings by name, as the registry wants them.
    package static let texts = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.text) })

    /// Upper bounds in seconds: to 10 s those that OpenTelemetry proposes for what passes through a queue.
    ///
    /// In an outage requests wait for minutes, and some codes live half an hour, so the bounds go on to 30 minutes.
    private static let queueBuckets: [Double] = [
        0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 15, 30, 60, 120, 300, 600, 1_800,
    ]

    /// The histograms whose buckets differ from the registry's own.
    package static let buckets = [
        "verifyd_job_duration_seconds": queueBuckets, "verifyd_job_wait_seconds": queueBuckets,
    ]

    /// How many apps have series of their own; further apps share those of `other`.
    static let mostApps = 300

    /// How many series the metrics may have that have several for each app.
    package static let maxSeries = [
        "verifyd_app_starts_total": mostApps + 1,
        "verifyd_app_outcomes_total": (mostApps + 1) * VerificationStatus.allCases.count,
    ]

    /// The `# HELP` line before a family; empty when `help` has no text for the name.
    static func line(_ name: String, _ help: [String: String]) -> String {
        help[name].map { "# HELP \(name) \($0)\n" } ?? ""
    }
}
