import VerificationCore

/// What workers counted of events in the last minutes.
package struct EventCounts: Sendable {
    /// How many minutes are summed up, the present minute included.
    package static let minutes = 15
    /// A bound of the question; apps beyond it are those with the fewest events.
    private static let mostApps = 200
    private static let mostReasons = 20

    /// By the app's id; an app without an event is not there.
    package let apps: [String: [TallyKind: Int]]
    /// Calls that failed and events that were given up, by their reasons; the greatest first.
    package let reasons: [TallyGroup]

    package init(apps: [String: [TallyKind: Int]] = [:], reasons: [TallyGroup] = []) {
        (self.apps, self.reasons) = (apps, reasons)
    }

    /// Asks for all apps at once.
    ///
    /// - Throws: a `StoreError` when the store gives no answer.
    package static func read(_ reader: any TallyStore, at now: Timestamp) async throws(StoreError) -> EventCounts {
        let question = TallyQuestion(Counts.eventKinds, in: span(at: now))
        let sums = try await reader.sums(question, by: .app, most: mostApps)
        return EventCounts(
            apps: Dictionary(sums.map { ($0.name, $0.counts) }) { first, _ in first },
            reasons: try await reasons(reader, of: nil, at: now))
    }

    /// `app`: nil for all apps.
    static func reasons(
        _ reader: any TallyStore, of app: AppID?, at now: Timestamp
    ) async throws(StoreError) -> [TallyGroup] {
        let failures = TallyQuestion([.eventFailed, .eventGivenUp], in: span(at: now), app: app)
        return try await reader.groups(failures, most: mostReasons)
    }

    private static func span(at now: Timestamp) -> Range<Minute> {
        let end = Minute(now) + 1
        return end - minutes..<end
    }
}
