import CoreMetrics
import Synchronization

/// Keeps the process's metrics and renders them for Prometheus.
///
/// Two calls with the same name and labels get the same series. No call fails: if the name or the labels already belong
/// to another type, the caller gets a series that is never rendered.
///
/// When a name has `maxSeries` series, further labels get its overflow series, whose label values are all `other`.
package final class PrometheusRegistry: MetricsFactory {
    /// Upper bounds in seconds, for times from a cached answer to a gateway's deadline.
    package static let standardBuckets: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    private let families = Mutex<[String: MetricFamily]>([:])
    private let buckets: [Double]
    private let ownBuckets: [String: [Double]]
    private let maxSeries: Int
    private let ownMaxSeries: [String: Int]
    private let help: [String: String]

    /// - Parameters:
    ///   - buckets: Upper bounds of every histogram; the registry adds a last bucket without a bound.
    ///   - ownBuckets: Upper bounds of the histograms with these names instead.
    ///   - maxSeries: How many combinations of labels a name may have before further labels share its overflow series.
    ///     The world has some 250 regions.
    ///   - ownMaxSeries: The same for the metrics with these names instead.
    ///   - help: What the metrics mean, by name.
    package init(
        buckets: [Double] = PrometheusRegistry.standardBuckets, ownBuckets: [String: [Double]] = [:],
        maxSeries: Int = 300, ownMaxSeries: [String: Int] = [:], help: [String: String] = [:]
    ) {
        self.buckets = buckets.sorted()
        self.ownBuckets = ownBuckets.mapValues { $0.sorted() }
        (self.maxSeries, self.ownMaxSeries) = (maxSeries, ownMaxSeries)
        self.help = help
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions: dimensions, kind: .counter) { CounterSeries() }
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions: dimensions, kind: .counter) { NumberSeries() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions: dimensions, kind: .gauge) { NumberSeries() }
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate {
            histogram(label, dimensions: dimensions)
        } else {
            series(label, dimensions: dimensions, kind: .gauge) { NumberSeries() }
        }
    }

    /// A histogram in seconds; its name should end in `_seconds`.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions: dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) { destroy(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { destroy(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { destroy(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { destroy(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { destroy(handler) }

    /// All series sorted by name and labels, and after them the readings.
    ///
    /// Other threads may count meanwhile, so two numbers may be from slightly different moments.
    package func rendered(with readings: [MetricReading] = [], as format: MetricsFormat = .text) -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text += format.head(of: name, family.kind, help: help)
            family.render(name, as: format, into: &text)
        }
        return text + readings.rendered(as: format, help: help) + format.end
    }

    private func histogram(_ label: String, dimensions: [(String, String)]) -> HistogramSeries {
        series(label, dimensions: dimensions, kind: .histogram) {
            HistogramSeries(buckets: ownBuckets[MetricName.sanitized(label)] ?? buckets)
        }
    }

    private func series<Series: MetricSeries>(
        _ label: String, dimensions: [(String, String)], kind: MetricKind, make: () -> Series
    ) -> Series {
        let labels = MetricLabels(dimensions)
        let name = MetricName.sanitized(label)
        let found = families.withLock { families in
            families[name, default: MetricFamily(kind: kind)]
                .series(labels, of: kind, atMost: ownMaxSeries[name] ?? maxSeries, make: make)
        }
        return found ?? make()
    }

    private func destroy(_ handler: AnyObject) {
        families.withLock { families in
            for name in families.keys { families[name]?.remove(handler) }
            families = families.filter { !$0.value.isEmpty }
        }
    }
}
