import Operations
import StrictJSON
import VerificationCore

/// The charts of the overview: an hour, minute by minute.
enum OverviewCharts {
    static func all(_ counts: Counts) -> [JSONValue] {
        let series = counts.series
        let failed = sum([.callRefused, .callThrottled, .callUnknown], in: series)
        let started = values(.started, in: series)
        return [
            chart(
                "Requests / min", of: series,
                lines: [("incoming", started), ("processed", values(.wait, in: series))]),
            chart(
                "Gateway calls / min", of: series,
                lines: [("accepted", values(.callAccepted, in: series)), ("failed", failed)]),
            chart(
                "Conversion, % of those that started in the minute", of: series,
                lines: [("conversion", series.conversions.map { $0.percent.map(JSONValue.decimal) ?? .null })]),
        ]
    }

    private static func chart(
        _ name: String, of series: TallySeries, lines: [(name: String, values: [JSONValue])]
    ) -> JSONValue {
        [
            "name": .string(name),
            "series": [
                "startsAt": .time(series.beginning.beginning), "stepSeconds": .count(series.step * 60),
                "lines": .array(lines.map { ["name": .string($0.name), "values": .array($0.values)] }),
            ],
        ]
    }

    private static func values(_ kind: TallyKind, in series: TallySeries) -> [JSONValue] {
        (series.counts[kind] ?? []).map { .count($0) }
    }

    private static func sum(_ kinds: [TallyKind], in series: TallySeries) -> [JSONValue] {
        let count = series.counts.values.map(\.count).max() ?? 0
        return (0..<count).map { place in
            .count(kinds.reduce(0) { $0 + (series.counts[$1]?[place] ?? 0) })
        }
    }
}
