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
