import VerificationCore

/// What goes wrong, as all processes count it: in groups, and each group along the time and by country.
package struct FailureQueries: Sendable {
    /// Events of the same kind, gateway and reason within a window.
    package struct Group: Sendable, Hashable {
        package let kind: TallyKind
        /// Empty where no gateway has a part in it.
        package let gateway: String
        /// Empty where there is only one reason.
        package let reason: String
        package let window: TallyWindow
        /// Nil for all apps.
        package let app: AppID?

        package init(
            _ kind: TallyKind, gateway: String, reason: String, in window: TallyWindow, of app: AppID? = nil
        ) {
            (self.kind, self.gateway, self.reason) = (kind, gateway, reason)
            (self.window, self.app) = (window, app)
        }
    }

    /// A group along the time and by country.
    package struct Detail: Sendable {
        package let series: TallySeries
        /// The greatest first.
        package let regions: [TallySum]

        /// Whether nothing was counted.
        package var isEmpty: Bool { series.counts.values.allSatisfy { $0.allSatisfy { $0 == 0 } } }
    }

    /// The dead letters.
    package struct DeadLetterCount: Sendable {
        package let count: Int
        /// Of the oldest `DeadLetterService.mostLookedInto`.
        package let reasons: [DeathReason: Int]
    }

    /// What counts as a failure: a person got no code, or a message took another way than it should.
    package static let kinds: Set<TallyKind> = [
        .limited, .refused, .late, .undelivered, .failed, .turnedAway, .notQueued, .checkLimited, .callRefused,
        .callThrottled, .callUnknown,
    ]
    /// How many groups a page shows at most.
    package static let mostGroups = 100
    private static let mostRegions = 30

    /// The groups of a window, the greatest first.
    package let groups: KeyedCachedQuery<AppWindow, [TallyGroup]>
    package let details: KeyedCachedQuery<Group, Detail>
    package let dead: CachedQuery<DeadLetterCount>

    /// `now`: the store's clock, as far as this process knows it.
    package init(tallies: any TallyStore, dead: any DeadLetters, now: @escaping @Sendable () -> Timestamp) {
        groups = KeyedCachedQuery(freshness: .seconds(3), now: now) { asked in
            let question = TallyQuestion(Self.kinds, in: asked.window.span(at: now()), app: asked.app)
            return try await tallies.groups(question, most: Self.mostGroups)
        }
        details = KeyedCachedQuery(freshness: .seconds(3), now: now) { group in
            let question = TallyQuestion(
                [group.kind], in: group.window.span(at: now()), app: group.app, gateway: group.gateway,
                reason: group.reason)
            return Detail(
                series: try await tallies.series(question, step: group.window.step),
                regions: try await tallies.sums(question, by: .region, most: Self.mostRegions))
        }
        // While one process looks into the dead letters, no other process sees them, so pages look seldom.
        self.dead = CachedQuery(freshness: .seconds(30), now: now) {
            let count = try await dead.count()
            return DeadLetterCount(
                count: count,
                reasons: count == 0 ? [:] : try await dead.reasons(among: DeadLetterService.mostLookedInto))
        }
    }
}
