/// All series with the same metric name.
struct MetricFamily {
    let kind: MetricKind
    private var members: [MetricLabels: any MetricSeries] = [:]

    init(kind: MetricKind) {
        self.kind = kind
    }

    var isEmpty: Bool { members.isEmpty }

    /// The series of these labels, made at the first call; nil when the name or the labels belong to another type.
    ///
    /// When the family has `limit` series, further labels get the overflow series.
    mutating func series<Series: MetricSeries>(
        _ labels: MetricLabels, of kind: MetricKind, atMost limit: Int, make: () -> Series
    ) -> Series? {
        guard kind == self.kind else { return nil }
        if let known = members[labels] { return known as? Series }
        let labels = members.count < limit ? labels : labels.overflow
        if let known = members[labels] { return known as? Series }
        let new = make()
        members[labels] = new
        return new
    }

    mutating func remove(_ series: AnyObject) {
        members = members.filter { $0.value !== series }
    }

    func render(_ name: String, as format: MetricsFormat, into text: inout String) {
        for (labels, series) in members.sorted(by: { $0.key < $1.key }) {
            series.render(name, with: labels, as: format, into: &text)
        }
    }
}

/// How a metric moves: a counter only rises, a gauge goes up and down, a histogram counts values by size.
package enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}
