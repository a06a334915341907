/// The numbers of a family for the same labels: a line of text, for a histogram several lines.
protocol MetricSeries: AnyObject, Sendable {
    func render(_ name: String, _ labels: MetricLabels, into text: inout String)
}
