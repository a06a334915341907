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
    /// - Throws: a `StoreProblem` when the store gives no answer.
    package static func read(_ reader: any TallyReader, at now: Timestamp) async throws(StoreProblem) -> EventCounts {
        let end = Minute(now) + 1
        let span = end - minutes..<end
        let sums = try await reader.sums(TallyQuestion(Counts.eventKinds, in: span), by: .app, most: mostApps)
        let failures = TallyQuestion([.eventFailed, .eventGivenUp], in: span)
        return EventCounts(
            apps: Dictionary(sums.map { ($0.name, $0.counts) }) { first, _ in first },
            reasons: try await reader.groups(failures, most: mostReasons))
    }
}
