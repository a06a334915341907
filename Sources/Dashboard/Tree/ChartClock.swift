import VerificationCore

/// The axis of a chart's time, in UTC; charts of the same minutes have the same axis.
struct ChartClock {
    private static let mostTicks = 6
    /// The minutes between two ticks.
    private static let steps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1_440]

    let beginning: Timestamp
    /// The span of a point.
    let step: Duration
    let count: Int

    /// In microseconds; 0 without a point.
    private var length: Double { Double(step.wholeMicroseconds) * Double(count) }

    /// The round times at which the axis has a line.
    var ticks: [Timestamp] {
        let minutes = Int(length / 60_000_000)
        let step = Int64((Self.steps.first { minutes / $0 <= Self.mostTicks } ?? 1_440) * 60_000_000)
        let first = (beginning.microseconds + step - 1) / step * step
        let end = beginning.microseconds + Int64(length)
        return stride(from: first, to: end, by: Int64.Stride(step)).map { Timestamp(microseconds: $0) }
    }

    /// The place of a time on the axis, from 0 to 1; nil for a time beyond it.
    func place(of time: Timestamp) -> Double? {
        guard length > 0 else { return nil }
        let place = Double(time.microseconds - beginning.microseconds) / length
        return (0...1).contains(place) ? place : nil
    }

    /// The point whose span holds a time; nil for a time beyond the axis.
    func point(of time: Timestamp) -> Int? {
        guard let place = self.place(of: time), place < 1 else { return nil }
        return Int(place * Double(count))
    }

    /// The middle of a point's span, from 0 to 1.
    func middle(of point: Int) -> Double { (Double(point) + 0.5) / Double(max(1, count)) }

    /// When a point's span begins.
    func words(of point: Int) -> String { words(beginning + step * point) }

    /// For example `14:05`.
    func words(_ time: Timestamp) -> String { String(time.rfc3339.dropFirst(11).prefix(5)) }
}
