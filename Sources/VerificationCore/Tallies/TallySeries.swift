/// Counts along the time, for a chart.
package struct TallySeries: Sendable, Hashable {
    /// A series has as many points as a day has minutes at most.
    package static let mostPoints = 1_440

    /// The minute with which the first point begins.
    package let beginning: Minute
    /// How many minutes a point sums up; the last point may have fewer.
    package let step: Int
    /// For each kind of the question a count for each point; 0 where nothing was counted.
    package private(set) var counts: [TallyKind: [Int]]

    /// An empty series, as long as the question's span; `step` becomes longer where the points would be too many.
    package init(_ question: TallyQuestion, step: Int) {
        let minutes = max(0, question.span.upperBound - question.span.lowerBound)
        let step = Swift.max(1, step, (minutes + Self.mostPoints - 1) / Self.mostPoints)
        self.step = step
        beginning = question.span.lowerBound
        let zeros = Array(repeating: 0, count: (minutes + step - 1) / step)
        counts = Dictionary(uniqueKeysWithValues: question.kinds.map { ($0, zeros) })
    }

    /// Adds a count to its point; a minute outside the series changes nothing.
    package mutating func add(_ count: Int, of kind: TallyKind, in minute: Minute) {
        let place = (minute - beginning) / step
        guard minute >= beginning, counts[kind]?.indices.contains(place) ?? false else { return }
        counts[kind]?[place] += count
    }
}
