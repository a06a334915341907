import Operations
import StrictJSON
import VerificationCore

/// Lines along the time, as an SVG picture that the server draws, and the same as a table.
///
/// The data of a chart: `startsAt`, `stepSeconds`, and `lines`, each with `name` and `values`; null is a gap.
struct Chart {
    private static let width = 600.0
    private static let height = 120.0
    /// The lines have different dashes too, so that a person needs no colours to tell them apart.
    private static let styles = ["a", "b", "c", "d", "e"]

    private let beginning: Timestamp
    private let step: Duration
    private let lines: [(name: String, values: [Double?])]

    /// Nil when it is no chart's data.
    init?(_ data: JSONValue) {
        guard let beginning = data["startsAt"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
            let step = data["stepSeconds"]?.double, let lines = data["lines"]?.array
        else { return nil }
        self.beginning = beginning
        self.step = .milliseconds(Int64(step * 1_000))
        self.lines = lines.map { line in
            (line["name"]?.string ?? "", (line["values"]?.array ?? []).map(\.double))
        }
    }

    /// What the template `chart.mustache` shows.
    var drawing: JSONValue {
        let top = max(1, lines.flatMap { $0.values.compactMap { $0 } }.max() ?? 0)
        let count = lines.map(\.values.count).max() ?? 0
        return [
            "top": .string(Self.short(top)), "from": .string(clock(0)), "to": .string(clock(max(0, count - 1))),
            "viewBox": .string("0 0 \(Int(Self.width)) \(Int(Self.height))"),
            "lines": .array(
                lines.enumerated().map { index, line in
                    [
                        "name": .string(line.name), "style": .string(Self.styles[index % Self.styles.count]),
                        "path": .string(path(line.values, upTo: top)),
                        "last": .string(line.values.last.flatMap { $0 }.map(Self.short) ?? "–"),
                    ]
                }),
            "rows": .array((0..<count).reversed().map(row)),
        ]
    }

    private func row(_ place: Int) -> JSONValue {
        [
            "at": .string(clock(place)),
            "cells": .array(
                lines.map { line in
                    .string(line.values.indices.contains(place) ? line.values[place].map(Self.short) ?? "–" : "–")
                }),
        ]
    }

    /// A line is broken where nothing is known.
    private func path(_ values: [Double?], upTo top: Double) -> String {
        var path = ""
        var isDrawing = false
        for (place, value) in values.enumerated() {
            guard let value else {
                isDrawing = false
                continue
            }
            let x = values.count > 1 ? Double(place) / Double(values.count - 1) * Self.width : 0
            let y = Self.height - 2 - value / top * (Self.height - 4)
            path += "\(isDrawing ? "L" : "M")\(Self.rounded(x)) \(Self.rounded(y))"
            isDrawing = true
        }
        return path
    }

    private func clock(_ place: Int) -> String {
        String((beginning + step * place).rfc3339.dropFirst(11).prefix(5))
    }

    private static func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\((number * 10).rounded() / 10)"
    }
}

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
