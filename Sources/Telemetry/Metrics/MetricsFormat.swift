/// How `/metrics` is written.
package enum MetricsFormat: Sendable {
    /// Prometheus' text format 0.0.4, for people and every scraper.
    case text
    /// OpenMetrics 1.0, which has room for exemplars: the trace of one of the times that a bucket counts.
    case openMetrics

    /// The lines before a family: what it means, and its type.
    func head(of name: String, _ kind: MetricKind, help: [String: String]) -> String {
        switch self {
        case .text:
            return MetricHelp.line(name, help) + "# TYPE \(name) \(kind.rawValue)\n"
        case .openMetrics:
            // There a counter's family has the name without the ending that its samples have.
            let family = kind == .counter && name.hasSuffix("_total") ? String(name.dropLast("_total".count)) : name
            let type = kind == .counter && family == name ? "unknown" : kind.rawValue
            let meaning = help[name].map { "# HELP \(family) \($0)\n" } ?? ""
            return "# TYPE \(family) \(type)\n" + meaning
        }
    }

    /// The upper bound of a bucket; OpenMetrics wants `10.0`, the older format writes `10`.
    func bound(_ number: Double) -> String {
        let plain = MetricName.value(number)
        switch self {
        case .text: return plain
        case .openMetrics: return plain.contains { ".Ie".contains($0) } ? plain : plain + ".0"
        }
    }

    /// What stands behind the last family.
    var end: String {
        switch self {
        case .text: ""
        case .openMetrics: "# EOF\n"
        }
    }
}
