import Operations
import StrictJSON
import VerificationCore

/// Lines along the time, as an SVG picture that the server draws, and the same as a table.
///
/// The data of a chart: `startsAt`, `stepSeconds`, and `lines`, each with `name` and `values`; null is a gap. It may also have
/// a `tone` for each line, a `unit`, `isLastPartial` while the last span is not over, and `marks`: what happened, when, and its kind.
struct Chart {
    struct Line {
        let name: String
        let tone: ChartTone
        let values: [Double?]
    }

    struct Mark {
        let at: Timestamp
        let what: String
        var kind = Happening.Kind.deed
    }

    /// A line without a tone.
    private static let tones: [ChartTone] = [.incoming, .processed, .delivered, .approved]

    let clock: ChartClock
    let lines: [Line]
    let unit: ChartUnit
    let marks: [Mark]
    /// Whether the last point's span is not over, so that its counts are those of a part.
    let isLastPartial: Bool

    /// Nil when it is no chart's data.
    init?(_ data: JSONValue) {
        guard let beginning = data["startsAt"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
            let step = data["stepSeconds"]?.double, let lines = data["lines"]?.array
        else { return nil }
        self.lines = lines.enumerated().map { place, line in
            Line(
                name: line["name"]?.string ?? "",
                tone: line["tone"]?.string.flatMap(ChartTone.init) ?? Self.tones[place % Self.tones.count],
                values: (line["values"]?.array ?? []).map(\.double))
        }
        let clock = ChartClock(
            beginning: beginning, step: .milliseconds(Int64(step * 1_000)),
            count: self.lines.map(\.values.count).max() ?? 0)
        self.clock = clock
        unit = data["unit"]?.string.flatMap(ChartUnit.init) ?? .count
        isLastPartial = data["isLastPartial"] == true
        let marks = (data["marks"]?.array ?? []).compactMap { mark -> Mark? in
            guard let at = mark["at"]?.string.flatMap({ Timestamp(rfc3339: $0) }) else { return nil }
            let kind = mark["kind"]?.string.flatMap(Happening.Kind.init)
            return Mark(at: at, what: mark["what"]?.string ?? "", kind: kind ?? .deed)
        }
        self.marks = ChartMarks.merged(marks, along: clock)
    }

    /// How many points, from the first, tell a whole span.
    var wholeCount: Int { isLastPartial ? max(0, clock.count - 1) : clock.count }

    /// The last whole value of a line, which its legend shows.
    func last(of line: Line) -> String { words(line.values.prefix(wholeCount).last.flatMap { $0 }) }

    /// A dash where nothing is known.
    func words(_ value: Double?) -> String { value.map(unit.words) ?? "–" }

    /// What happened within a point's span.
    func marks(in point: Int) -> [Mark] { marks.filter { clock.point(of: $0.at) == point } }
}
