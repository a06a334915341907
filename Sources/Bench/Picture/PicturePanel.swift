import Foundation

/// A diagram of a picture: axes, lines, and the names of the lines.
struct PicturePanel {
    /// A line of a diagram.
    struct Line {
        let name: String
        /// Which of the five colours.
        let color: Int
        var isDashed = false
        let points: [(x: Double, y: Double)]
    }

    static let width = 960.0
    static let height = 280.0
    static let left = 70.0
    static let right = 920.0
    static let top = 56.0
    static let bottom = 240.0

    let title: String
    let x: PictureScale
    let y: PictureScale
    /// The values of the x axis that get a number, and their words.
    let xTicks: [(value: Double, words: String)]
    let yUnit: String
    let lines: [Line]

    /// The diagram as elements of SVG, so far below the picture's top.
    func elements(at offset: Double) -> String {
        let parts = [heading] + grid + lines.filter { !$0.points.isEmpty }.map(path) + legend
        return "<g transform=\"translate(0 \(Self.figure(offset)))\">\n" + parts.joined(separator: "\n") + "\n</g>"
    }

    private var heading: String {
        "<text class=\"title\" x=\"\(Self.figure(Self.left))\" y=\"20\">\(Self.escaped(title))</text>"
    }

    private var grid: [String] {
        let rows = y.ticks.map { value in
            let place = Self.figure(y.place(value))
            return "<path class=\"grid\" d=\"M\(Self.figure(Self.left)) \(place)H\(Self.figure(Self.right))\"/>"
                + "<text class=\"number\" text-anchor=\"end\" x=\"\(Self.figure(Self.left - 8))\" y=\"\(place)\" "
                + "dy=\"4\">\(Self.number(value)) \(yUnit)</text>"
        }
        let columns = xTicks.map { tick in
            let place = Self.figure(x.place(tick.value))
            return "<path class=\"grid\" d=\"M\(place) \(Self.figure(Self.top))V\(Self.figure(Self.bottom))\"/>"
                + "<text class=\"number\" text-anchor=\"middle\" x=\"\(place)\" y=\"\(Self.figure(Self.bottom + 18))\">"
                + "\(Self.escaped(tick.words))</text>"
        }
        return rows + columns
    }

    private func path(_ line: Line) -> String {
        let points = line.points.map { "\(Self.figure(x.place($0.x))) \(Self.figure(y.place($0.y)))" }
        let dash = line.isDashed ? " dashed" : ""
        return "<path class=\"line color\(line.color)\(dash)\" d=\"M\(points.joined(separator: "L"))\"/>"
    }

    private var legend: [String] {
        let space = (Self.right - Self.left) / Double(max(5, lines.count))
        return lines.enumerated().map { index, line in
            let place = Self.left + space * Double(index)
            let dash = line.isDashed ? " dashed" : ""
            return "<path class=\"line color\(line.color)\(dash)\" d=\"M\(Self.figure(place)) 38h22\"/>"
                + "<text class=\"name\" x=\"\(Self.figure(place + 28))\" y=\"42\">\(Self.escaped(line.name))</text>"
        }
    }

    /// A place, to a tenth of a pixel.
    static func figure(_ value: Double) -> String { String(format: "%.1f", value) }

    /// A number of an axis, without zeros at its end.
    static func number(_ value: Double) -> String { String(format: "%g", value) }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
