/// What a load has seen, second by second.
package struct Timeline: Sendable {
    /// Of one stage in one second; latencies are milliseconds.
    package struct Figures: Sendable, Hashable {
        package let done: Int
        package let median: Double
        package let p99: Double

        package init(done: Int, median: Double, p99: Double) {
            self.done = done
            self.median = median
            self.p99 = p99
        }

        init(_ microseconds: [Int]) {
            let sorted = microseconds.sorted()
            let at = { (share: Double) in
                sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1_000
            }
            self.init(done: sorted.count, median: at(0.5), p99: at(0.99))
        }
    }

    /// A second, or several seconds as one.
    package struct Point: Sendable, Hashable {
        /// Seconds since the start.
        package let time: Double
        /// How many seconds it stands for.
        package let width: Double
        package let asked: Int
        package let figures: [JourneyStage: Figures]

        package init(time: Double, width: Double, asked: Int, figures: [JourneyStage: Figures]) {
            self.time = time
            self.width = width
            self.asked = asked
            self.figures = figures
        }
    }

    package private(set) var points: [Point] = []

    package init() {}

    /// Adds the next second.
    package mutating func append(_ point: Point) { points.append(point) }

    /// At most so many points: neighbours become one, with the sum of what was done and the worst of its latencies.
    package func narrowed(to most: Int) -> [Point] {
        let size = max(1, (points.count + most - 1) / max(1, most))
        return stride(from: 0, to: points.count, by: size).map { start in
            let part = points[start..<min(points.count, start + size)]
            return Point(
                time: points[start].time, width: part.reduce(0) { $0 + $1.width },
                asked: part.reduce(0) { $0 + $1.asked },
                figures: part.reduce(into: [:]) { sum, point in sum.merge(point.figures, uniquingKeysWith: Self.join) })
        }
    }

    private static func join(_ one: Figures, with other: Figures) -> Figures {
        Figures(
            done: one.done + other.done, median: max(one.median, other.median), p99: max(one.p99, other.p99))
    }
}
