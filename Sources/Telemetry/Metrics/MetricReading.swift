/// A number that the process reads only when Prometheus asks for the metrics, so that it costs nothing until then.
package struct MetricReading: Sendable {
    /// A counter only rises; a gauge goes up and down.
    package enum Kind: String, Sendable {
        case counter, gauge
    }

    let name: String
    let kind: Kind
    let labels: MetricLabels
    let value: Double

    package init(_ name: String, as kind: Kind = .gauge, by labels: [(String, String)] = [], value: Double) {
        self.name = MetricName.sanitized(name)
        self.kind = kind
        self.labels = MetricLabels(labels)
        self.value = value
    }
}

extension [MetricReading] {
    /// The readings' lines, sorted by name; readings with the same name are a family.
    func rendered(as format: MetricsFormat, help: [String: String]) -> String {
        let families = Dictionary(grouping: self, by: \.name).sorted { $0.key < $1.key }
        return families.map { name, readings in
            let lines = readings.sorted { $0.labels < $1.labels }.map { reading in
                "\(name)\(reading.labels.rendered()) \(MetricName.value(reading.value))\n"
            }
            let kind: MetricKind = readings[0].kind == .counter ? .counter : .gauge
            return format.head(of: name, kind, help: help) + lines.joined()
        }.joined()
    }
}
