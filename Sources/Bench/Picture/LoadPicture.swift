import Foundation

/// The picture of a load as SVG: latency by percentile, the rate over time, and latency over time.
///
/// It takes light or dark colours as the viewer asks, and needs neither fonts nor scripts of others.
package struct LoadPicture {
    private let title: String
    private let reports: [StageReport]
    private let points: [Timeline.Point]
    private let profile: LoadProfile

    /// `title`: a line above the picture.
    package init(title: String, reports: [StageReport], timeline: Timeline, profile: LoadProfile) {
        self.title = title
        self.reports = reports.filter { $0.tally.done > 0 }
        points = timeline.narrowed(to: 240)
        self.profile = profile
    }

    /// The text of an SVG file.
    package var svg: String {
        let panels = [percentiles, rates, latencies]
        let height = 40 + PicturePanel.height * Double(panels.count)
        let size = "\(PicturePanel.number(PicturePanel.width)) \(PicturePanel.number(height))"
        let drawn = panels.enumerated().map { $1.elements(at: 40 + PicturePanel.height * Double($0)) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" role="img" font-family="sans-serif">
            <title>\(PicturePanel.escaped(title))</title>
            \(Self.style)
            <rect class="ground" width="100%" height="100%"/>
            <text class="head" x="70" y="26">\(PicturePanel.escaped(title))</text>
            \(drawn.joined(separator: "\n"))
            </svg>

            """
    }

    private var percentiles: PicturePanel {
        let most = reports.map(\.tally.done).max() ?? 1
        // Beyond 99.9 % of a thousand requests no more is known.
        let nines = min(5, max(1, log10(Double(most)).rounded(.down)))
        let lines = reports.map { report in
            PicturePanel.Line(
                name: report.stage.words, color: report.stage.ordinal,
                points: (0...100).map { step in
                    let x = nines * Double(step) / 100
                    return (x, report.milliseconds(100 * (1 - pow(10, -x))))
                })
        }
        let ticks = [(0.0, "0 %"), (1, "90 %"), (2, "99 %"), (3, "99.9 %"), (4, "99.99 %"), (5, "99.999 %")]
        return PicturePanel(
            title: "Latency by percentile, from the time when each request was due",
            x: PictureScale(0...nines, from: PicturePanel.left, to: PicturePanel.right),
            y: .logarithmic(
                of: lines.flatMap(\.points).map(\.y), from: PicturePanel.bottom, to: PicturePanel.top),
            xTicks: ticks.filter { $0.0 <= nines }, yUnit: "ms", lines: lines)
    }

    private var rates: PicturePanel {
        let intended = points.map { (x: $0.time, y: profile.rate(at: $0.time + $0.width / 2)) }
        let lines =
            [
                PicturePanel.Line(name: "intended", color: 2, isDashed: true, points: intended),
                PicturePanel.Line(
                    name: "sent", color: 0, points: points.map { ($0.time, Double($0.asked) / $0.width) }),
            ]
            + last.map { stage in
                PicturePanel.Line(
                    name: stage.words, color: stage.ordinal,
                    points: points.map { ($0.time, Double($0.figures[stage]?.done ?? 0) / $0.width) })
            }
        return overTime(
            "Requests per second", unit: "/s", lines: lines,
            y: .even(of: lines.flatMap(\.points).map(\.y), from: PicturePanel.bottom, to: PicturePanel.top))
    }

    private var latencies: PicturePanel {
        let lines = last.flatMap { stage in
            [
                PicturePanel.Line(
                    name: "50 of 100", color: stage.ordinal, isDashed: true, points: line(of: stage, \.median)),
                PicturePanel.Line(name: "99 of 100", color: stage.ordinal, points: line(of: stage, \.p99)),
            ]
        }
        return overTime(
            "Latency over time: \(last.first?.words ?? "nothing was answered")", unit: "ms", lines: lines,
            y: .logarithmic(of: lines.flatMap(\.points).map(\.y), from: PicturePanel.bottom, to: PicturePanel.top))
    }

    /// The last stage that has figures; empty when none has.
    private var last: [JourneyStage] { reports.suffix(1).map(\.stage) }

    /// A second in which nothing happened has no latency.
    private func line(
        of stage: JourneyStage, _ value: KeyPath<Timeline.Figures, Double>
    ) -> [(x: Double, y: Double)] {
        points.compactMap { point in
            point.figures[stage].flatMap { $0.done > 0 ? (point.time, $0[keyPath: value]) : nil }
        }
    }

    private func overTime(
        _ title: String, unit: String, lines: [PicturePanel.Line], y: PictureScale
    ) -> PicturePanel {
        let x = PictureScale.even(
            of: points.map(\.time), from: PicturePanel.left, to: PicturePanel.right)
        return PicturePanel(
            title: title, x: x, y: y, xTicks: x.ticks.map { ($0, "\(PicturePanel.number($0)) s") }, yUnit: unit,
            lines: lines)
    }

    private static let style = """
        <style>
        .ground { fill: #ffffff } .head, .title, .name { fill: #1c2430 } .number { fill: #5b6675 }
        .head { font-size: 17px; font-weight: bold } .title { font-size: 14px; font-weight: bold }
        .name, .number { font-size: 12px } .grid { stroke: #dde2e9; stroke-width: 1 }
        .line { fill: none; stroke-width: 2; stroke-linejoin: round } .dashed { stroke-dasharray: 5 4 }
        .color0 { stroke: #0067a8 } .color1 { stroke: #c24e00 } .color2 { stroke: #007f5c }
        .color3 { stroke: #9b4a86 } .color4 { stroke: #6b6f00 }
        @media (prefers-color-scheme: dark) {
        .ground { fill: #12161c } .head, .title, .name { fill: #e8edf4 } .number { fill: #9aa7b8 }
        .grid { stroke: #2a323d }
        .color0 { stroke: #5cb8f2 } .color1 { stroke: #ff9a4d } .color2 { stroke: #43cfa4 }
        .color3 { stroke: #e29bd0 } .color4 { stroke: #d5d84f }
        }
        </style>
        """
}
