import VerificationCore

/// What apps are told, and how that goes: each part is asked at most every few seconds.
package struct EventWatch: Sendable {
    package let outbox: Lookout<OutboxReport>
    /// The apps that are told of events, in the order of their ids.
    package let receivers: Lookout<[EventReceiver]>
    package let counts: Lookout<EventCounts>

    /// `now`: the store's clock, as far as this process knows it.
    package init(
        outbox: any OutboxOverview, apps: any AppReader, tallies: any TallyReader,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.outbox = Lookout(freshness: .seconds(2), now: now) {
            try await outbox.report(atMost: OutboxReport.mostLookedAt)
        }
        receivers = Lookout(freshness: .seconds(5), now: now) {
            try await apps.apps().readable.compactMap(EventReceiver.init).sorted { $0.app.name < $1.app.name }
        }
        counts = Lookout(freshness: .seconds(5), now: now) { try await EventCounts.read(tallies, at: now()) }
    }
}
