import CoreMetrics
import Synchronization

/// Counts values by the bucket into which they fall; a time becomes a number of seconds.
final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
    private struct State {
        var counts: [Int]
        var sum = 0.0
        /// The newest of each bucket that has one.
        var exemplars: [Int: Exemplar] = [:]
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    /// Takes the upper bounds in ascending order, without infinity.
    init(buckets bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard !value.isNaN else { return }
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        let exemplar = Exemplar.trace.map { Exemplar(trace: $0, value: value, at: .now) }
        state.withLock {
            $0.counts[bucket] += 1
            $0.sum += value
            if let exemplar { $0.exemplars[bucket] = exemplar }
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func render(_ name: String, with labels: MetricLabels, as format: MetricsFormat, into text: inout String) {
        let state = state.withLock { $0 }
        var below = 0
        for (place, (bound, count)) in zip(bounds + [.infinity], state.counts).enumerated() {
            below += count
            text += "\(name)_bucket\(labels.rendered(extra: "le=\"\(format.bound(bound))\"")) \(below)"
            if case .openMetrics = format, let exemplar = state.exemplars[place] { text += exemplar.text }
            text += "\n"
        }
        text += "\(name)_sum\(labels.rendered()) \(MetricName.value(state.sum))\n"
        text += "\(name)_count\(labels.rendered()) \(below)\n"
    }
}
