import Histogram

/// What a load has seen of one stage until now.
package struct StageTally: Sendable {
    package let stage: JourneyStage
    /// How often it should happen.
    package private(set) var asked = 0
    /// How often it has happened, and was right.
    package private(set) var done = 0
    /// Microseconds from the time when a request was due.
    package private(set) var latency = Histogram<UInt64>(
        highestTrackableValue: 3_600_000_000, numberOfSignificantValueDigits: .three)
    /// HTTP answers by their status; empty for a stage that is no call.
    package private(set) var statuses: [Int: Int] = [:]
    /// What went wrong, by its words, and how often.
    package private(set) var errors: [String: Int] = [:]
    /// The same microseconds, of what happened since `takeSecond`.
    private var second: [Int] = []

    package init(_ stage: JourneyStage) {
        self.stage = stage
    }

    /// It should happen once more.
    package mutating func ask() { asked += 1 }

    /// It has happened.
    package mutating func complete(after microseconds: Int, status: Int? = nil) {
        let value = max(0, min(microseconds, 3_600_000_000))
        done += 1
        _ = latency.record(UInt64(value))
        second.append(value)
        if let status { statuses[status, default: 0] += 1 }
    }

    /// It has gone wrong; the status is 0 for a call without an answer.
    package mutating func fail(_ error: String, status: Int? = nil, times: Int = 1) {
        errors[error, default: 0] += times
        if let status { statuses[status, default: 0] += times }
    }

    /// What happened since the last call of this function.
    mutating func takeSecond() -> Timeline.Figures {
        defer { second.removeAll(keepingCapacity: true) }
        return Timeline.Figures(second)
    }
}
