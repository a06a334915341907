import CoreMetrics
import Telemetry
import Testing
import VerificationCore

@Suite("Prometheus text")
struct PrometheusRegistryTests {
    @Test("every kind is rendered exactly, families and series sorted")
    func exactText() {
        let registry = PrometheusRegistry(buckets: [0.1, 1])
        Counter(label: "sends_total", dimensions: [("outcome", "refused")], factory: registry).increment(by: 2)
        Counter(label: "sends_total", dimensions: [("outcome", "accepted")], factory: registry).increment()
        let inFlight = Meter(label: "in.flight", factory: registry)
        inFlight.set(3)
        inFlight.decrement()
        Gauge(label: "age", factory: registry).record(0.25)
        let timer = Timer(label: "send_seconds", dimensions: [("gateway", "g")], factory: registry)
        timer.recordMilliseconds(100)
        timer.recordMilliseconds(250)
        timer.recordSeconds(2)
        #expect(
            registry.rendered() == """
                # TYPE age gauge
                age 0.25
                # TYPE in_flight gauge
                in_flight 2
                # TYPE send_seconds histogram
                send_seconds_bucket{gateway="g",le="0.1"} 1
                send_seconds_bucket{gateway="g",le="1"} 2
                send_seconds_bucket{gateway="g",le="+Inf"} 3
                send_seconds_sum{gateway="g"} 2.35
                send_seconds_count{gateway="g"} 3
                # TYPE sends_total counter
                sends_total{outcome="accepted"} 1
                sends_total{outcome="refused"} 2

                """)
    }

    @Test("OpenMetrics names a counter's family without its ending, writes bounds with a point, and ends")
    func openMetrics() {
        let registry = PrometheusRegistry(buckets: [0.1, 1], help: ["sends_total": "Messages."])
        Counter(label: "sends_total", factory: registry).increment(by: 2)
        Counter(label: "odd", factory: registry).increment()
        Timer(label: "send_seconds", factory: registry).recordMilliseconds(250)
        let readings = [MetricReading("lost_total", as: .counter, value: 4), MetricReading("open", value: 5)]
        #expect(
            registry.rendered(with: readings, as: .openMetrics) == """
                # TYPE odd unknown
                odd 1
                # TYPE send_seconds histogram
                send_seconds_bucket{le="0.1"} 0
                send_seconds_bucket{le="1.0"} 1
                send_seconds_bucket{le="+Inf"} 1
                send_seconds_sum 0.25
                send_seconds_count 1
                # TYPE sends counter
                # HELP sends Messages.
                sends_total 2
                # TYPE lost counter
                lost_total 4
                # TYPE open gauge
                open 5
                # EOF

                """)
    }

    @Test("counters of fractions and aggregating recorders have their place too")
    func otherKinds() {
        let registry = PrometheusRegistry(buckets: [10])
        FloatingPointCounter(label: "seconds_total", factory: registry).increment(by: 0.5)
        Recorder(label: "batch", factory: registry).record(10)
        #expect(
            registry.rendered() == """
                # TYPE batch histogram
                batch_bucket{le="10"} 1
                batch_bucket{le="+Inf"} 1
                batch_sum 10
                batch_count 1
                # TYPE seconds_total counter
                seconds_total 0.5

                """)
    }

    @Test("figures that are read when asked for stand behind the others, families together, each with its meaning")
    func readings() {
        let registry = PrometheusRegistry(help: ["c": "Things.", "open": "Connections, by state."])
        Counter(label: "c", factory: registry).increment()
        let readings = [
            MetricReading("open", as: .gauge, by: [("state", "idle")], value: 2),
            MetricReading("age", as: .counter, by: [], value: 0.5),
            MetricReading("open", as: .gauge, by: [("state", "busy")], value: 1),
        ]
        #expect(
            registry.rendered(with: readings) == """
                # HELP c Things.
                # TYPE c counter
                c 1
                # TYPE age counter
                age 0.5
                # HELP open Connections, by state.
                # TYPE open gauge
                open{state="busy"} 1
                open{state="idle"} 2

                """)
    }

    @Test("a histogram has buckets of its own where they are given")
    func ownBuckets() {
        let registry = PrometheusRegistry(buckets: [1], ownBuckets: ["wait_seconds": [10, 5]])
        Timer(label: "wait_seconds", factory: registry).recordSeconds(7)
        Timer(label: "call_seconds", factory: registry).recordSeconds(7)
        let lines = registry.rendered().split(separator: "\n").filter { $0.contains("_bucket") }
        #expect(
            lines == [
                #"call_seconds_bucket{le="1"} 0"#, #"call_seconds_bucket{le="+Inf"} 1"#,
                #"wait_seconds_bucket{le="5"} 0"#, #"wait_seconds_bucket{le="10"} 1"#,
                #"wait_seconds_bucket{le="+Inf"} 1"#,
            ])
    }

    @Test("the program's metrics stand in the order of their names, each once, and each explains itself")
    func table() {
        let names = MetricHelp.all.map(\.name)
        #expect(names == Set(names).sorted())
        #expect(Set(MetricHelp.texts.keys) == Set(names))
        let histograms = MetricHelp.all.filter { $0.kind == .histogram }.map(\.name)
        #expect(Set(MetricHelp.buckets.keys).isSubset(of: histograms))
    }

    @Test("label values are escaped, names made readable, le is kept for histograms")
    func escaping() {
        let registry = PrometheusRegistry()
        Counter(label: "9 lives", dimensions: [("a-b", "x\"y\\z\nü"), ("le", "1"), ("", "e")], factory: registry)
            .increment()
        #expect(
            registry.rendered() == """
                # TYPE _9_lives counter
                _9_lives{_="e",a_b="x\\"y\\\\z\\nü",le_="1"} 1

                """)
    }

    @Test("the same name and labels give the same series, whatever the order of the labels")
    func sameSeries() {
        let registry = PrometheusRegistry()
        Counter(label: "c", dimensions: [("a", "1"), ("b", "2")], factory: registry).increment()
        Counter(label: "c", dimensions: [("b", "2"), ("a", "1")], factory: registry).increment()
        #expect(registry.rendered() == "# TYPE c counter\nc{a=\"1\",b=\"2\"} 2\n")
    }

    @Test("a counter never goes down but by a reset")
    func counterOnlyRises() {
        let registry = PrometheusRegistry()
        let counter = Counter(label: "c", factory: registry)
        counter.increment(by: 5)
        counter.increment(by: -3)
        #expect(registry.rendered().hasSuffix("c 5\n"))
        counter.reset()
        #expect(registry.rendered().hasSuffix("c 0\n"))
    }

    @Test("series beyond the limit are counted together under other")
    func boundedCardinality() {
        let registry = PrometheusRegistry(maxSeries: 2)
        for number in 0..<5 {
            Counter(label: "c", dimensions: [("n", "\(number)")], factory: registry).increment()
        }
        #expect(registry.rendered() == "# TYPE c counter\nc{n=\"0\"} 1\nc{n=\"1\"} 1\nc{n=\"other\"} 3\n")
    }

    @Test("a name used for a second kind keeps its first, and the second fails nobody")
    func kindConflict() {
        let registry = PrometheusRegistry()
        Counter(label: "c", factory: registry).increment()
        Meter(label: "c", factory: registry).set(7)
        Timer(label: "c", factory: registry).recordSeconds(1)
        FloatingPointCounter(label: "c", factory: registry).increment(by: 1)
        #expect(registry.rendered() == "# TYPE c counter\nc 1\n")
    }

    @Test("numbers that are none are written as Prometheus reads them")
    func specialNumbers() {
        let registry = PrometheusRegistry()
        Gauge(label: "a", factory: registry).record(Double.infinity)
        Gauge(label: "b", factory: registry).record(-Double.infinity)
        Gauge(label: "c", factory: registry).record(Double.nan)
        Gauge(label: "d", factory: registry).record(-1.5)
        #expect(
            registry.rendered().split(separator: "\n").filter { !$0.hasPrefix("#") } == [
                "a +Inf", "b -Inf", "c NaN", "d -1.5",
            ])
    }

    @Test("a destroyed metric is no longer rendered")
    func destroyed() {
        let registry = PrometheusRegistry()
        let counter = Counter(label: "c", factory: registry)
        let timer = Timer(label: "t", factory: registry)
        counter.destroy()
        timer.destroy()
        #expect(registry.rendered().isEmpty)
    }

    @Test("no step is lost when many tasks count at once, while others render")
    func concurrency() async {
        let registry = PrometheusRegistry(buckets: [1])
        await withDiscardingTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for _ in 0..<2_000 {
                        Counter(label: "c", dimensions: [("w", "\(worker % 2)")], factory: registry).increment()
                        Timer(label: "t", factory: registry).recordSeconds(1)
                        Meter(label: "m", factory: registry).increment()
                    }
                }
                group.addTask { for _ in 0..<50 { _ = registry.rendered() } }
            }
        }
        let text = registry.rendered()
        #expect(text.contains("c{w=\"0\"} 8000\nc{w=\"1\"} 8000\n"))
        #expect(text.contains("t_sum 16000\nt_count 16000\n"))
        #expect(text.contains("m 16000\n"))
    }

    @Test("the process tells its memory, descriptors, processor time and start")
    func processMetrics() throws {
        let process = ProcessMetrics(startedAt: Timestamp(microseconds: 1_767_323_045_500_000))
        let text = PrometheusRegistry().rendered(with: process.readings)
        let values = Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { $0.split(separator: " ") }.map { (String($0[0]), Double($0[1])) })
        #expect(try #require(values["process_resident_memory_bytes"] ?? nil) > 1_000_000)
        #expect(try #require(values["process_open_fds"] ?? nil) >= 3)
        #expect(try #require(values["process_cpu_seconds_total"] ?? nil) > 0)
        #expect(values["process_start_time_seconds"] == 1_767_323_045.5)
    }
}
