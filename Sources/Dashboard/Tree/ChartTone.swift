/// What a line of a chart counts; each has a colour and a dash of its own on all pages.
///
/// The colour of the alarm is for failures alone, and a line of the week before is thin and grey.
enum ChartTone: String, CaseIterable {
    /// What came: requests, calls, verifications that started.
    case incoming
    /// What is done: requests that workers decided, messages that gateways accepted.
    case processed
    case delivered
    case approved
    case failed
    /// The same minutes a week before.
    case weekBefore = "week-before"
    /// Half of the times are not longer.
    case half
    /// 95 of 100 times are not longer.
    case most
    /// 99 of 100 times are not longer.
    case nearlyAll = "nearly-all"
}

/// In what a chart counts.
enum ChartUnit: String {
    case count, percent, seconds

    /// The least step of the axis.
    var leastStep: Double {
        switch self {
        case .count, .percent: 1
        case .seconds: 0.001
        }
    }

    /// A value as people read it, for example `1 200`, `62.5 %` or `0.25 s`.
    func words(_ value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        let number = rounded == rounded.rounded() ? Leaf.grouped(Int64(rounded)) : "\(rounded)"
        switch self {
        case .count: return number
        case .percent: return number + "\u{A0}%"
        case .seconds: return number + "\u{A0}s"
        }
    }
}

/// The axis of a chart's values: from 0 to a round number, in steps of 1, 2 or 5 with zeros.
struct ChartScale {
    private static let mostSteps = 4.0

    let step: Double
    let steps: Int

    var top: Double { step * Double(steps) }

    /// The least scale with four steps at most; shares have the whole hundred, so that charts compare at a glance.
    init(upTo greatest: Double, unit: ChartUnit) {
        if unit == .percent, greatest <= 100 {
            (step, steps) = (25, 4)
            return
        }
        let least = greatest / Self.mostSteps
        var power = unit.leastStep
        while power * 10 <= least { power *= 10 }
        let step = [1, 2, 5].map { $0 * power }.first { $0 >= least } ?? 10 * power
        self.step = step
        // A sum of steps such as 0.1 is not exact.
        steps = max(1, Int((greatest / step - 1e-9).rounded(.up)))
    }
}
