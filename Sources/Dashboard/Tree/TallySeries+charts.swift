import Operations
import StrictJSON
import VerificationCore

extension TallySeries {
    /// The data of a `Chart` with a line for each kind.
    func chart(_ lines: [(name: String, kind: TallyKind)]) -> JSONValue {
        chart(lines: lines.map { ($0.name, (counts[$0.kind] ?? []).map(Double.init)) })
    }

    /// The data of a `Chart` with these lines, which have a value for each point of this series.
    func chart(lines: [(name: String, values: [Double?])]) -> JSONValue {
        [
            "startsAt": .time(beginning.beginning), "stepSeconds": .integer(Int64(step * 60)),
            "lines": .array(
                lines.map { line in
                    [
                        "name": .string(line.name),
                        "values": .array(line.values.map { $0.map(JSONValue.decimal) ?? .null }),
                    ]
                }),
        ]
    }
}

extension TallySeries {
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
