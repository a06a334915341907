/// How a metric moves: a counter only rises, a gauge goes up and down, a histogram counts values by size.
package enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}
