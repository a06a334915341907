import CoreMetrics
import Synchronization

/// The numbers of a family for the same labels: a line of text, for a histogram several lines.
protocol MetricSeries: AnyObject, Sendable {
    func render(_ name: String, with labels: MetricLabels, as format: MetricsFormat, into text: inout String)
}

/// A counter of whole numbers; it ignores steps that are not positive.
final class CounterSeries: CounterHandler, MetricSeries {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    func reset() { count.store(0, ordering: .relaxed) }

    func render(_ name: String, with labels: MetricLabels, as format: MetricsFormat, into text: inout String) {
        text += "\(name)\(labels.rendered()) \(count.load(ordering: .relaxed))\n"
    }
}

/// Holds a number: a gauge, or a counter whose steps may be fractions.
final class NumberSeries: MetricSeries, MeterHandler, RecorderHandler {
    private let number = Mutex<Double>(0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { number.withLock { $0 = value } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func decrement(by amount: Double) { add(-amount) }

    private func add(_ amount: Double) {
        guard amount.isFinite else { return }
        number.withLock { $0 += amount }
    }

    func render(_ name: String, with labels: MetricLabels, as format: MetricsFormat, into text: inout String) {
        text += "\(name)\(labels.rendered()) \(MetricName.value(number.withLock { $0 }))\n"
    }
}

extension NumberSeries: FloatingPointCounterHandler {
    /// Adds a step; a step that is infinite or not a number changes nothing.
    func increment(by amount: Double) { add(amount) }
    func reset() { set(0.0) }
}
