import Operations
import StrictJSON
import VerificationCore

extension Chart {
    /// The data of a chart with these lines, which have a value for each point from a minute on.
    ///
    /// The last line lies above the others. Marks beyond the lines are left out, and those of a point are one.
    static func data(
        from beginning: Minute, step: Int, lines: [Line], unit: ChartUnit = .count, isLastPartial: Bool = false,
        marks: [Mark] = []
    ) -> JSONValue {
        let clock = ChartClock(
            beginning: beginning.beginning, step: .seconds(60) * step, count: lines.map(\.values.count).max() ?? 0)
        return [
            "startsAt": .time(beginning.beginning), "stepSeconds": .integer(Int64(step * 60)),
            "unit": .string(unit.rawValue), "isLastPartial": .bool(isLastPartial),
            "lines": .array(
                lines.map { line in
                    [
                        "name": .string(line.name), "tone": .string(line.tone.rawValue),
                        "values": .array(line.values.map(data)),
                    ]
                }),
            "marks": .array(
                ChartMarks.merged(marks, along: clock).map { mark in
                    ["at": .time(mark.at), "kind": .string(mark.kind.rawValue), "what": .string(mark.what)]
                }),
        ]
    }

    private static func data(_ value: Double?) -> JSONValue {
        guard let value else { return .null }
        return value == value.rounded() ? .integer(Int64(value)) : .decimal(value)
    }
}

extension TallySeries {
    /// The data of a chart with these lines, which have a value for each point of this series; see `Chart.data`.
    func chart(
        lines: [Chart.Line], unit: ChartUnit = .count, isLastPartial: Bool = false, marks: [Chart.Mark] = []
    ) -> JSONValue {
        Chart.data(
            from: beginning, step: step, lines: lines, unit: unit, isLastPartial: isLastPartial, marks: marks)
    }

    /// A line with the sum of these kinds at each point.
    func line(_ name: String, tone: ChartTone, of kinds: [TallyKind]) -> Chart.Line {
        let length = counts.values.map(\.count).max() ?? 0
        let values = (0..<length).map { place in
            kinds.reduce(0) { sum, kind in
                guard let points = counts[kind], points.indices.contains(place) else { return sum }
                return sum + points[place]
            }
        }
        return Chart.Line(name: name, tone: tone, values: values.map(Double.init))
    }

    /// The data of a chart of the conversion, with that of a week before.
    func conversionChart(besides before: TallySeries, marks: [Chart.Mark]) -> JSONValue {
        chart(
            lines: [
                Chart.Line(name: "a week ago", tone: .weekBefore, values: before.conversions.map(\.percent)),
                Chart.Line(name: "now", tone: .approved, values: conversions.map(\.percent)),
            ], unit: .percent, marks: marks)
    }

    /// The whole time in one count of each kind.
    var sums: [TallyKind: Int] { counts.mapValues { $0.reduce(0, +) } }

    /// What began and was approved at each point.
    var conversions: [Conversion] {
        let length = counts.values.map(\.count).max() ?? 0
        return (0..<length).map { place in Conversion(counts.mapValues { $0[place] }) }
    }
}

extension Conversion {
    /// With one digit after the point, for example 62.5; nil where nothing began.
    var percent: Double? { share.map { ($0 * 1_000).rounded() / 10 } }
}
