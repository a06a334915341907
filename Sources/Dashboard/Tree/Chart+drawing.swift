import Operations
import StrictJSON

/// What the template `chart.mustache` shows.
extension Chart {
    /// The picture stretches with the page, so its lines lie in a square of this size; texts keep their own size.
    static let (width, height) = (1_000.0, 100.0)

    var drawing: JSONValue {
        let scale = ChartScale(upTo: lines.flatMap { $0.values.compactMap { $0 } }.max() ?? 0, unit: unit)
        return [
            "summary": .string(summary), "viewBox": .string(Self.viewBox),
            "ticks": .array(
                (0...scale.steps).reversed().map { step in
                    [
                        "label": .string(unit.words(Double(step) * scale.step)),
                        "y": .string(Self.percent(1 - Double(step) / Double(scale.steps))),
                    ]
                }),
            "times": .array(times), "lines": .array(lines.map { line($0, upTo: scale.top) }),
            "points": .array((0..<clock.count).map(point)),
            "marks": .array(
                marks.compactMap { mark in
                    clock.place(of: mark.at).map { place in
                        [
                            "x": .string(Self.percent(place)), "what": .string(mark.what),
                            "at": .string(clock.words(mark.at)), "kind": .string(mark.kind.rawValue),
                            "sign": .string(mark.kind.sign),
                        ]
                    }
                }),
            "kinds": ChartMarks.legend(marks),
            "rows": .array((0..<clock.count).reversed().map(row)),
        ]
    }

    /// A small picture of the first line's whole spans, without an axis; the template `overview.mustache` shows it.
    var spark: JSONValue {
        let values = Array(lines.first?.values.prefix(wholeCount) ?? [])
        let top = max(1, values.compactMap { $0 }.max() ?? 0)
        return [
            "viewBox": .string(Self.viewBox), "path": .string(path(values, from: 0, upTo: top, isClosed: false)),
            "area": .string(path(values, from: 0, upTo: top, isClosed: true)),
            "tone": .string((lines.first?.tone ?? .incoming).rawValue),
        ]
    }

    private static let viewBox = "0 0 \(Int(width)) \(Int(height))"

    /// The first and the last times would stand half beyond the picture, so only their lines are there.
    private var times: [JSONValue] {
        clock.ticks.compactMap { time in
            clock.place(of: time).map { place in
                [
                    "x": .string(Self.percent(place)),
                    "label": .string((0.04...0.96).contains(place) ? clock.words(time) : ""),
                ]
            }
        }
    }

    private func line(_ line: Line, upTo top: Double) -> JSONValue {
        // The same span a week before is over.
        let isPartial = isLastPartial && line.tone != .weekBefore
        let whole = isPartial ? Array(line.values.prefix(wholeCount)) : line.values
        let rest = wholeCount > 0 && isPartial ? Array(line.values.dropFirst(wholeCount - 1)) : []
        return [
            "name": .string(line.name), "tone": .string(line.tone.rawValue), "last": .string(last(of: line)),
            "path": .string(path(whole, from: 0, upTo: top, isClosed: false)),
            "partial": .word(path(rest, from: max(0, wholeCount - 1), upTo: top, isClosed: false)),
        ]
    }

    /// A point's part of the picture, and what a person reads whose pointer is in it.
    private func point(_ point: Int) -> JSONValue {
        let values = lines.map { "\($0.name): \(words(value(of: $0, at: point)))" }
        let happened = marks(in: point).map { "\(clock.words($0.at)) \($0.what)" }
        return [
            "x": .string(Self.percent(Double(point) / Double(clock.count))),
            "width": .string(Self.percent(1 / Double(clock.count))),
            "title": .string((["\(words(of: point)) UTC"] + values + happened).joined(separator: "\n")),
        ]
    }

    private func row(_ point: Int) -> JSONValue {
        [
            "at": .string(words(of: point)),
            "cells": .array(lines.map { .string(words(value(of: $0, at: point))) }),
        ]
    }

    private func words(of point: Int) -> String {
        clock.words(of: point) + (isLastPartial && point == clock.count - 1 ? ", not over yet" : "")
    }

    private func value(of line: Line, at point: Int) -> Double? {
        line.values.indices.contains(point) ? line.values[point] : nil
    }

    /// What a person hears who does not see the picture.
    private var summary: String {
        guard wholeCount > 0 else { return "no minute is whole yet" }
        let span = "\(clock.words(of: 0)) to \(clock.words(of: wholeCount - 1)) UTC"
        let values = lines.map { line in
            let most = words(line.values.prefix(wholeCount).compactMap { $0 }.max())
            return "\(line.name): \(last(of: line)) at last, \(most) at most"
        }
        return ([span] + values).joined(separator: "; ")
    }

    /// A line is broken where nothing is known; `isClosed`: the area below it.
    private func path(_ values: [Double?], from first: Int, upTo top: Double, isClosed: Bool) -> String {
        var path = ""
        var ends: (first: Double, last: Double)?
        func close() {
            if isClosed, let ends {
                path +=
                    "L\(Self.rounded(ends.last)) \(Int(Self.height))L\(Self.rounded(ends.first)) \(Int(Self.height))Z"
            }
            ends = nil
        }
        for (place, value) in values.enumerated() {
            guard let value else {
                close()
                continue
            }
            let x = clock.middle(of: first + place) * Self.width
            // A point without neighbours is seen by the round end of a line without length.
            let start = ends == nil
            path += "\(start ? "M" : "L")\(Self.rounded(x)) \(Self.rounded((1 - value / top) * Self.height))"
            if start { path += "h0" }
            ends = (ends?.first ?? x, x)
        }
        close()
        return path
    }

    private static func rounded(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

    private static func percent(_ share: Double) -> String { "\((share * 10_000).rounded() / 100)%" }
}
