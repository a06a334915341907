import Operations
import StrictJSON
import VerificationCore

/// The charts of the overview: an hour, minute by minute, all with the same axis of time.
enum OverviewCharts {
    /// `marks`: what happened, and when; each chart has a line there.
    static func all(_ counts: Counts, marks: [Chart.Mark]) -> [JSONValue] {
        let (series, before) = (counts.series, counts.seriesWeekBefore)
        func chart(_ name: String, _ lines: [Chart.Line], unit: ChartUnit = .count) -> JSONValue {
            [
                "name": .string(name),
                "series": series.chart(lines: lines, unit: unit, isLastPartial: true, marks: marks),
            ]
        }
        return [
            chart(
                "Requests / min",
                [
                    before.line("incoming a week ago", .weekBefore, of: [.started]),
                    series.line("incoming", .incoming, of: [.started]),
                    series.line("processed", .processed, of: [.wait]),
                ]),
            chart(
                "Gateway calls / min",
                [
                    before.line("accepted a week ago", .weekBefore, of: [.callAccepted]),
                    series.line("accepted", .processed, of: [.callAccepted]),
                    series.line("failed", .failed, of: [.callRefused, .callThrottled, .callUnknown]),
                ]),
            chart(
                "Conversion of those that started in the minute",
                [
                    Chart.Line(name: "a week ago", tone: .weekBefore, values: before.conversions.map(\.percent)),
                    Chart.Line(name: "conversion", tone: .approved, values: series.conversions.map(\.percent)),
                ], unit: .percent),
        ]
    }

    /// What operators changed.
    static func marks(_ changes: [StoredAudit]) -> [Chart.Mark] {
        changes.map { line in
            Chart.Mark(
                at: line.at, what: "\(line.entry.actor): \(line.entry.action.words), \(line.entry.subject)")
        }
    }
}
