/// One line, or for a histogram a few lines, of a family.
protocol MetricSeries: AnyObject, Sendable {
    func render(_ name: String, _ labels: MetricLabels, into text: inout String)
}
