import Operations
import StrictJSON
import VerificationCore

/// The charts of the overview: an hour, minute by minute, all with the same axis of time.
enum OverviewCharts {
    /// `marks`: what happened, and when; each chart has a line there.
    static func all(_ counts: Counts, marks: [Chart.Mark]) -> [JSONValue] {
        let (series, before) = (counts.series, counts.seriesWeekBefore)
        func chart(_ name: String, lines: [Chart.Line], unit: ChartUnit = .count) -> JSONValue {
            [
                "name": .string(name),
                "series": series.chart(lines: lines, unit: unit, isLastPartial: true, marks: marks),
            ]
        }
        // How many are processed, and how long they wait, is counted of all apps together.
        let isOfAll = series.counts[.wait] != nil
        let processed = isOfAll ? [series.line("processed", tone: .processed, of: [.wait])] : []
        return [
            chart(
                "Requests / min",
                lines: [
                    before.line("incoming a week ago", tone: .weekBefore, of: [.started]),
                    series.line("incoming", tone: .incoming, of: [.started]),
                ] + processed),
            chart(
                "Gateway calls / min",
                lines: [
                    before.line("accepted a week ago", tone: .weekBefore, of: [.callAccepted]),
                    series.line("accepted", tone: .processed, of: [.callAccepted]),
                    series.line("failed", tone: .failed, of: [.callRefused, .callThrottled, .callUnknown]),
                ]),
            chart(
                "Conversion of those that started in the minute",
                lines: [
                    Chart.Line(name: "a week ago", tone: .weekBefore, values: before.conversions.map(\.percent)),
                    Chart.Line(name: "conversion", tone: .approved, values: series.conversions.map(\.percent)),
                ], unit: .percent),
        ] + (isOfAll ? [chart("Wait for a worker", lines: waits(counts), unit: .seconds)] : [])
    }

    /// Times are counted in buckets, so each value is the longest time of its bucket; the last bucket has no end, and shows
    /// where it begins.
    private static func waits(_ counts: Counts) -> [Chart.Line] {
        let longest = TimeBucket.all.compactMap(\.longest).max()
        func line(_ name: String, tone: ChartTone, share: Double) -> Chart.Line {
            let values = (0..<Counts.chartMinutes).map { place -> Double? in
                guard counts.waitSeries.indices.contains(place) else { return nil }
                let bucket = counts.waitSeries[place].quantile(share)
                return bucket.flatMap { $0.longest ?? longest }.map { Double($0.wholeMicroseconds) / 1_000_000 }
            }
            return Chart.Line(name: name, tone: tone, values: values)
        }
        return [
            line("half within", tone: .half, share: 0.5), line("95 % within", tone: .most, share: 0.95),
            line("99 % within", tone: .nearlyAll, share: 0.99),
        ]
    }
}
