import VerificationCore

/// The events for apps and their delivery: each part is asked at most every few seconds.
package struct EventWatch: Sendable {
    package let outbox: CachedQuery<OutboxReport>
    /// The apps that get events, in the order of their ids.
    package let receivers: CachedQuery<[EventReceiver]>
    package let counts: CachedQuery<EventCounts>
    /// Why calls of a single app's endpoint failed; the greatest first.
    package let reasons: KeyedCachedQuery<AppID, [TallyGroup]>

    /// `now`: the store's clock, as far as this process knows it.
    package init(
        outbox: any EventOutbox, apps: any AppStore, tallies: any TallyStore,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.outbox = CachedQuery(freshness: .seconds(2), now: now) {
            try await outbox.report(atMost: OutboxReport.mostLookedAt)
        }
        receivers = CachedQuery(freshness: .seconds(5), now: now) {
            try await apps.apps().readable.compactMap(EventReceiver.init).sorted { $0.app.name < $1.app.name }
        }
        counts = CachedQuery(freshness: .seconds(5), now: now) { try await EventCounts.read(tallies, at: now()) }
        reasons = KeyedCachedQuery(freshness: .seconds(5), now: now) { app in
            try await EventCounts.reasons(tallies, of: app, at: now())
        }
    }
}

/// An app's endpoint for events, without what could be a secret.
package struct EventReceiver: Sendable, Hashable {
    package let app: AppID
    /// The app's name in messages.
    package let name: String
    /// The machine of the endpoint with its port, for example `shop.example`; the rest of the URL may hold a secret.
    package let host: String
    /// Until when a replaced secret still signs; nil without a replaced secret.
    package let oldSecretUntil: Timestamp?

    /// Nil for an app that gets no events.
    package init?(_ app: App) {
        guard let endpoint = app.endpoint else { return nil }
        self.app = app.id
        name = app.displayName
        host = Self.host(of: endpoint.url)
        oldSecretUntil = endpoint.old?.until
    }

    /// What stands between `://` and the path, without a user and a password; empty where there is no `://`.
    static func host(of url: String) -> String {
        guard let mark = url.firstRange(of: "://") else { return "" }
        let place = url[mark.upperBound...].prefix { !"/?#\\".contains($0) }
        return String(place.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    }
}
