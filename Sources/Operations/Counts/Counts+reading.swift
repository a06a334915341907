import VerificationCore

extension Counts {
    /// How many questions are asked at once.
    ///
    /// It bounds the questions of all pages together. The dashboard's pool has one connection more
    /// (`DashboardAssembly.connections`), so that the looks at gateways, workers and the audit do not wait behind counts.
    /// The pool's statement timeout bounds each question.
    package static let mostQuestionsAtOnce = 2

    /// Asks for everything, some questions side by side.
    ///
    /// A question that fails, for example because it takes too long, leaves a gap: what is compared with its answer is
    /// left out as well, so that no rule accuses a part for want of an answer.
    ///
    /// - Throws: a `StoreError` when the store does not answer what nearly every rule needs.
    package static func read(
        _ reader: any TallyStore, at now: Timestamp
    ) async throws(StoreError) -> Counts {
        let reading = CountReading(
            BoundedTallies(reader, most: mostQuestionsAtOnce, asksAgain: false), minute: Minute(now))
        // First, so that a database that is away fails the look as soon as it fails a question.
        let known = try await reading.core()
        async let before = answer { () throws(StoreError) in try await reading.aWeekBefore() }
        async let regions = answer { () throws(StoreError) in try await reading.regions() }
        async let apps = answer { () throws(StoreError) in try await reading.apps() }
        async let events = answer { () throws(StoreError) in try await reading.events() }
        async let receipts = answer { () throws(StoreError) in try await reading.receipts() }
        async let deliveries = answer { () throws(StoreError) in try await reading.deliveries() }
        async let waits = answer { () throws(StoreError) in try await reading.waitSeries() }
        async let failures = answer { () throws(StoreError) in try await reading.failures() }
        var gaps = Gaps()
        let weekBefore = gaps.value(of: await before, "a week ago", else: ([:], nil))
        let byRegion = gaps.value(of: await regions, "countries", else: ([], []))
        let byApp = gaps.value(of: await apps, "apps", else: ([], [], [:]))
        let byGateway = gaps.value(of: await deliveries, "deliveries", else: ([], []))
        return Counts(
            minute: reading.minute, now: known.now, weekBefore: weekBefore.totals, regions: byRegion.now,
            regionsWeekBefore: byRegion.before, apps: byApp.now, appsWeekBefore: byApp.before, calls: known.calls,
            fresh: known.fresh, events: gaps.value(of: await events, "events", else: []),
            receipts: gaps.value(of: await receipts, "receipts", else: []), deliveries: byGateway.now,
            deliveriesWeekBefore: byGateway.before, blockShares: known.blockShares, appBlockShares: byApp.blockShares,
            waits: known.waits, series: known.series, seriesWeekBefore: weekBefore.series,
            waitSeries: gaps.value(of: await waits, "waits along the time", else: []),
            failures: gaps.value(of: await failures, "failures", else: []), gaps: gaps.all)
    }

    static func answer<Value: Sendable>(
        _ question: () async throws(StoreError) -> Value
    ) async -> Result<Value, StoreError> {
        do throws(StoreError) { return .success(try await question()) } catch { return .failure(error) }
    }

    /// Collects what could not be read.
    private struct Gaps {
        var all: [Gap] = []

        mutating func value<Value>(
            of answer: Result<Value, StoreError>, _ part: String, else empty: Value
        ) -> Value {
            switch answer {
            case .success(let value): return value
            case .failure(let error):
                all.append(Gap(part: part, trouble: "\(error)"))
                return empty
            }
        }
    }
}
