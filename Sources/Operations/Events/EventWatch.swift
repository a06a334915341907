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
