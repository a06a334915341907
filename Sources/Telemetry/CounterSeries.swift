import CoreMetrics
import Synchronization

/// A counter of whole numbers; it ignores steps that are not positive.
final class CounterSeries: CounterHandler, MetricSeries {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    func reset() { count.store(0, ordering: .relaxed) }

    func render(_ name: String, _ labels: MetricLabels, into text: inout String) {
        text += "\(name)\(labels.rendered()) \(count.load(ordering: .relaxed))\n"
    }
}
