import Histogram

extension Histogram<UInt64> {
    /// Of a histogram of microseconds, the milliseconds that `percentile` percent of the values did not exceed.
    func milliseconds(_ percentile: Double) -> Double { Double(valueAtPercentile(percentile)) / 1_000 }
}
