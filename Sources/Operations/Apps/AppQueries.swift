import VerificationCore

/// How each app fares, and what pages show of a single app.
package struct AppQueries: Sendable {
    /// An app's page.
    package struct Place: Sendable, Hashable {
        package let app: AppID
        package let window: TallyWindow

        package init(_ app: AppID, in window: TallyWindow) {
            (self.app, self.window) = (app, window)
        }
    }

    /// An app along the time, the same time a week before, and what fails.
    package struct Detail: Sendable {
        package let now: TallySeries
        package let before: TallySeries
        /// By the number's country, that with the most first.
        package let regions: [TallySum]
        /// The greatest first, until the present minute.
        package let failures: [TallyGroup]
    }

    /// The newest minutes are left out: their people are still typing, so they would always look like a fall.
    package static let leftOut = 5
    /// How many apps a page shows at most.
    package static let most = 300
    private static let (mostRegions, mostFailures) = (30, 20)

    /// The apps, the worst first.
    package let reports: KeyedCachedQuery<TallyWindow, [AppReport]>
    package let details: KeyedCachedQuery<Place, Detail>
    /// What the overview shows of a single app.
    package let overviews: KeyedCachedQuery<AppID, Counts>
    /// The apps that are registered, in the order of their names.
    package let names: CachedQuery<[String]>

    /// `now`: the store's clock, as far as this process knows it.
    package init(tallies: any TallyStore, apps: any AppStore, now: @escaping @Sendable () -> Timestamp) {
        let kinds = AppReport.Counts.kinds
        reports = KeyedCachedQuery(freshness: .seconds(10), now: now) { window in
            let question = TallyQuestion(kinds, in: window.span(at: now(), before: Self.leftOut))
            return AppReport.worstFirst(
                now: try await tallies.sums(question, by: .app, most: Self.most),
                before: try await tallies.sums(question.aWeekBefore, by: .app, most: Self.most))
        }
        details = KeyedCachedQuery(freshness: .seconds(10), now: now) { place in
            let question = TallyQuestion(
                kinds, in: place.window.span(at: now(), before: Self.leftOut), app: place.app)
            let failures = TallyQuestion(
                FailureQueries.kinds, in: place.window.span(at: now()), app: place.app)
            return Detail(
                now: try await tallies.series(question, step: place.window.step),
                before: try await tallies.series(question.aWeekBefore, step: place.window.step),
                regions: try await tallies.sums(question, by: .region, most: Self.mostRegions),
                failures: try await tallies.groups(failures, most: Self.mostFailures))
        }
        overviews = KeyedCachedQuery(freshness: .seconds(5), now: now) { app in
            try await Counts.read(tallies, of: app, at: now())
        }
        names = CachedQuery(freshness: .seconds(5), now: now) {
            try await apps.apps().readable.map(\.id.name).sorted()
        }
    }
}
