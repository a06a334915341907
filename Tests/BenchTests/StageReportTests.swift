import Bench
import Testing

@Suite("the report of a load's stage")
struct StageReportTests {
    @Test("its block has vegeta's lines: requests, duration, latencies, success, status codes, errors")
    func text() {
        var tally = StageTally(.start)
        for number in 1...199 {
            tally.ask()
            tally.complete(after: number * 10, status: 202)
        }
        tally.ask()
        tally.fail("503 queue-unavailable", status: 503)
        let text = StageReport(tally, sending: .seconds(2), waiting: .milliseconds(500)).text
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            lines == [
                "start: start answered",
                "Requests [total, rate, throughput] 200, 100.00, 79.60",
                "Duration [total, sending, waiting] 2.50s, 2.00s, 0.50s",
                "Latencies [min, mean, 50, 90, 95, 99, max] "
                    + "0.01ms, 1.00ms, 1.00ms, 1.80ms, 1.90ms, 1.98ms, 1.99ms",
                "Success [ratio] 99.50%",
                "Status Codes [code:count] 202:199 503:1",
                "Error Set:",
                "503 queue-unavailable (1 times)",
            ])
    }

    @Test("a stage that is no call has no status codes, and one in which nothing happened has no figures")
    func empty() {
        let text = StageReport(StageTally(.gateway), sending: .zero, waiting: .zero).text
        #expect(!text.contains("Status") && !text.contains("nan") && !text.contains("inf"))
        #expect(text.contains("0.00%") && text.contains("0, 0.00, 0.00"))
    }

    /// The lines that are compared are those of the Python package hdrhistogram 0.10.8, which is HdrHistogram's own.
    @Test("its percentiles are a file as HdrHistogram writes it")
    func hgrm() throws {
        var tally = StageTally(.check)
        for number in 1...100 { tally.complete(after: number * 1_000) }
        let text = StageReport(tally, sending: .seconds(1), waiting: .zero).percentileText
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(
            lines.prefix(4) == [
                "       Value     Percentile TotalCount 1/(1-Percentile)", "",
                "       1.000 0.000000000000          1           1.00",
                "      10.007 0.100000000000         10           1.11",
            ])
        #expect(lines.contains("     100.031 1.000000000000        100"))
        #expect(lines.contains { $0.hasPrefix("#[Mean    =       50.504, StdDeviation   =") })
        #expect(lines.contains { $0.hasPrefix("#[Max     =      100.031, Total count    =") })
        #expect(lines.contains("#[Buckets =           22, SubBuckets     =         2048]"))
        let rows = lines.dropFirst(2).filter { !$0.hasPrefix("#") && !$0.isEmpty }
            .map { $0.split(separator: " ").compactMap { Double($0) } }
        #expect(rows.count > 20 && rows.dropLast().allSatisfy { $0.count == 4 } && rows.last?.count == 3)
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] < $1[1] && $0[2] <= $1[2] })
    }

    @Test("neighbouring seconds become one, with what was done in all and the worst latency of any")
    func narrowed() {
        var timeline = Timeline()
        for second in 0..<5 {
            timeline.append(
                .init(
                    time: Double(second), width: 1, asked: 10,
                    figures: [.start: .init(done: second, median: Double(second), p99: Double(9 - second))]))
        }
        let points = timeline.narrowed(to: 3)
        #expect(points.map(\.time) == [0, 2, 4] && points.map(\.width) == [2, 2, 1])
        #expect(points.map(\.asked) == [20, 20, 10])
        #expect(
            points.map { $0.figures[.start] } == [
                .init(done: 1, median: 1, p99: 9), .init(done: 5, median: 3, p99: 7),
                .init(done: 4, median: 4, p99: 5),
            ])
        #expect(timeline.narrowed(to: 100) == timeline.points)
    }
}
