import VerificationCore

/// What was counted of late, and in the same minutes of a week before.
package struct Counts: Sendable {
    /// What the funnel sums up: 15 minutes before the current minute.
    package static let funnelMinutes = 15
    /// What gateways' calls are judged by.
    package static let callMinutes = 5
    /// What waits and rates are judged by: the last complete minutes.
    package static let rateMinutes = 2
    /// What charts show.
    package static let chartMinutes = 60

    /// The minute of the look, which is not over.
    package let minute: Minute
    /// By kind, of verifications that began in the funnel's minutes.
    package let now: [TallyKind: Int]
    /// The same a week before.
    package let weekBefore: [TallyKind: Int]
    /// Calls by gateway.
    package let calls: [String: CallCounts]
    /// How long requests waited that were decided in the minutes of the rates.
    package let waits: [TimeBucket: Int]
    /// Minute by minute, the current minute last.
    package let series: TallySeries
    /// The greatest groups of failures in the funnel's minutes.
    package let failures: [TallyGroup]

    package init(
        minute: Minute, now: [TallyKind: Int] = [:], weekBefore: [TallyKind: Int] = [:],
        calls: [String: CallCounts] = [:], waits: [TimeBucket: Int] = [:], series: TallySeries? = nil,
        failures: [TallyGroup] = []
    ) {
        self.minute = minute
        self.now = now
        self.weekBefore = weekBefore
        self.calls = calls
        self.waits = waits
        self.series = series ?? TallySeries(Self.chart(minute), step: 1)
        self.failures = failures
    }

    /// Asks for everything, a question after the other.
    ///
    /// - Throws: a `StoreProblem` when the store gives no answer.
    package static func read(
        _ reader: any TallyReader, at now: Timestamp
    ) async throws(StoreProblem) -> Counts {
        let minute = Minute(now)
        let funnel = TallyQuestion(funnelKinds, in: minute - funnelMinutes..<minute)
        let calls = TallyQuestion(CallCounts.kinds, in: minute - callMinutes..<minute + 1)
        let waits = TallyQuestion([.wait], in: minute - rateMinutes..<minute)
        let failures = TallyQuestion(failureKinds, in: minute - funnelMinutes..<minute + 1)
        let byGateway = try await reader.sums(calls, by: .gateway, most: 50)
        return Counts(
            minute: minute, now: try await reader.totals(funnel),
            weekBefore: try await reader.totals(funnel.aWeekBefore),
            calls: Dictionary(byGateway.map { ($0.name, CallCounts($0.counts)) }) { first, _ in first },
            waits: try await reader.sums(waits, by: .reason, most: TimeBucket.all.count).times(of: .wait),
            series: try await reader.series(chart(minute), step: 1),
            failures: try await reader.groups(failures, most: 5))
    }

    private static let funnelKinds: Set<TallyKind> = [.started, .notQueued, .sent, .accepted, .delivered, .approved]
    private static let failureKinds: Set<TallyKind> = [
        .callRefused, .callThrottled, .callUnknown, .failed, .undelivered, .limited, .refused, .late,
    ]

    private static func chart(_ minute: Minute) -> TallyQuestion {
        TallyQuestion(
            [.started, .wait, .approved, .callAccepted, .callRefused, .callThrottled, .callUnknown],
            in: minute - (chartMinutes - 1)..<minute + 1)
    }
}

extension Counts {
    /// How many requests came per minute, by the last complete minutes.
    package var arrivals: Double { rate(of: .started) }

    /// How many requests workers decided per minute, by the last complete minutes.
    package var departures: Double { rate(of: .wait) }

    private func rate(of kind: TallyKind) -> Double {
        let complete = (series.counts[kind] ?? []).dropLast().suffix(Self.rateMinutes)
        return complete.isEmpty ? 0 : Double(complete.reduce(0, +)) / Double(complete.count)
    }
}
