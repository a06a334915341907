import VerificationCore

extension Counts {
    /// Asks for what is known of a single app: the funnel, the charts and the failures.
    ///
    /// How long requests wait is counted of all apps together.
    ///
    /// - Throws: a `StoreError` when the store gives no answer.
    package static func read(
        _ reader: any TallyStore, of app: AppID, at now: Timestamp
    ) async throws(StoreError) -> Counts {
        let minute = Minute(now)
        let funnel = TallyQuestion(funnelKinds, in: minute - funnelMinutes..<minute, app: app)
        let failures = TallyQuestion(failureKinds, in: minute - funnelMinutes..<minute + 1, app: app)
        var chart = chart(minute)
        (chart.app, chart.kinds) = (app, chart.kinds.subtracting([.wait, .apiAlive]))
        return Counts(
            minute: minute, now: try await reader.totals(funnel),
            weekBefore: try await reader.totals(funnel.aWeekBefore),
            series: try await reader.series(chart, step: 1),
            seriesWeekBefore: try await reader.series(chart.aWeekBefore, step: 1),
            failures: try await reader.groups(failures, most: mostFailures))
    }
}
