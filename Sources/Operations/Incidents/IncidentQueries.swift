import VerificationCore

/// Shows people what was wrong, when and for how long, and what happened around it.
package struct IncidentQueries: Sendable {
    /// How many incidents a page has at most.
    package static let pageLength = 50
    /// How long before the beginning of an incident a person looks for its cause.
    package static let lead = Duration.seconds(1_800)
    /// How many marks, and how many actions, are read for an incident or for the overview at most.
    package static let most = 100

    /// The incidents of the last 24 hours, at most ten seconds old.
    package let lately: CachedQuery<[Incident]>
    /// The marks of the last 24 hours.
    package let marks: CachedQuery<[Mark]>
    private let store: any IncidentStore
    private let tallies: any TallyStore
    private let now: @Sendable () -> Timestamp
    private let keepingTrouble: @Sendable () -> String?

    /// - Parameters:
    ///   - store: where incidents and marks are kept.
    ///   - tallies: what was counted, for the impact.
    ///   - keepingTrouble: why this process cannot keep incidents; nil while it can.
    ///   - now: the store's clock, as far as this process knows it.
    package init(
        _ store: any IncidentStore, tallies: any TallyStore,
        keepingTrouble: @escaping @Sendable () -> String? = { nil }, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.tallies, self.keepingTrouble, self.now) = (store, tallies, keepingTrouble, now)
        lately = CachedQuery(freshness: .seconds(10), now: now) {
            try await store.incidents(IncidentFilter(since: now() - VerdictStrip.span), before: nil, limit: 1_000)
        }
        marks = CachedQuery(freshness: .seconds(2), now: now) {
            try await store.marks(in: now() - VerdictStrip.span...now() + .seconds(60), limit: Self.most)
        }
    }

    /// Why this process cannot keep incidents; nil while it can.
    package var trouble: String? { keepingTrouble() }

    /// A page of the incidents of a rule, or of all, newest first, and the number before which older ones are.
    package func page(
        ofRule rule: String?, before number: Int64?, limit: Int = IncidentQueries.pageLength
    ) async throws(OperatorError) -> (incidents: [Incident], older: Int64?) {
        let found = try await asked { () throws(StoreError) in
            try await store.incidents(IncidentFilter(rule: rule), before: number, limit: limit + 1)
        }
        let shown = Array(found.prefix(limit))
        return (shown, found.count > shown.count ? shown.last?.number : nil)
    }

    /// An incident with what happened from half an hour before it until its end; throws `nothing` when there is none.
    package func story(of number: Int64) async throws(OperatorError) -> IncidentStory {
        let (store, now) = (store, now())
        let found = try await asked { () throws(StoreError) in try await store.incident(number) }
        guard let incident = found else { throw .nothing("incident \(number)") }
        // What was switched just after the last look belongs to it too.
        let end = incident.ending.map { $0.at + Incident.flicker } ?? now
        let span = incident.beganAt - Self.lead...max(end, incident.beganAt)
        return try await asked { () throws(StoreError) in
            let marks = try await store.marks(in: span, limit: Self.most)
            let actions = try await store.changes(in: span, limit: Self.most)
            return IncidentStory(
                incident: incident, actions: actions, marks: marks, impact: await impact(of: incident), at: now)
        }
    }

    /// Nil for an incident that lasted for more than a day, because sums of many days take too long; for an old one; and
    /// where the counts cannot be read, which hides no story.
    private func impact(of incident: Incident) async -> IncidentStory.Impact? {
        let age = now() - incident.beganAt
        guard incident.span <= .seconds(86_400), age < Tally.kept else { return nil }
        let question = TallyQuestion(
            [.started, .notQueued, .approved],
            in: Minute(incident.beganAt)..<Minute(max(incident.lastSeenAt, incident.beganAt)) + 1)
        do {
            let during = try await tallies.totals(question)
            let hasWeek = age + .seconds(7 * 86_400) < Tally.kept
            let before = hasWeek ? try await tallies.totals(question.aWeekBefore) : nil
            return IncidentStory.Impact(during: during, aWeekBefore: before)
        } catch {
            // The story is told without the numbers.
            return nil
        }
    }
}
