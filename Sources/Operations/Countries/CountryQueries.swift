import VerificationCore

/// Who gets a code and types it, by country.
package struct CountryQueries: Sendable {
    /// A country's page.
    package struct Place: Sendable, Hashable {
        package let region: String
        package let window: TallyWindow
        /// Nil for all apps.
        package let app: AppID?

        package init(_ region: String, in window: TallyWindow, of app: AppID? = nil) {
            (self.region, self.window, self.app) = (region, window, app)
        }
    }

    /// A country along the time, and the same time a week before.
    package struct Detail: Sendable {
        package let now: TallySeries
        package let before: TallySeries
    }

    /// The newest minutes are left out: their people are still typing, so they would always look like a fall.
    package static let leftOut = 5
    /// How many countries a page shows at most; there are about 250.
    private static let most = 300
    private static let kinds = Beginnings.kinds.union([.accepted, .delivered, .approved])

    /// The countries, the worst first.
    package let reports: KeyedCachedQuery<AppWindow, [CountryReport]>
    package let details: KeyedCachedQuery<Place, Detail>

    /// `now`: the store's clock, as far as this process knows it.
    package init(tallies: any TallyStore, now: @escaping @Sendable () -> Timestamp) {
        reports = KeyedCachedQuery(freshness: .seconds(10), now: now) { asked in
            let question = TallyQuestion(
                Self.kinds, in: asked.window.span(at: now(), before: Self.leftOut), app: asked.app)
            return CountryReport.worstFirst(
                now: try await tallies.sums(question, by: .region, most: Self.most),
                before: try await tallies.sums(question.aWeekBefore, by: .region, most: Self.most))
        }
        details = KeyedCachedQuery(freshness: .seconds(10), now: now) { place in
            let question = TallyQuestion(
                Self.kinds, in: place.window.span(at: now(), before: Self.leftOut), app: place.app, region: place.region
            )
            return Detail(
                now: try await tallies.series(question, step: place.window.step),
                before: try await tallies.series(question.aWeekBefore, step: place.window.step))
        }
    }
}
