import VerificationCore

/// What every page looks at, each part at most once a second however many people look.
package struct CachedQueries: Sendable {
    /// The broker's queues.
    package let queues: CachedQuery<[QueueReport]>
    /// Whether the broker takes messages, at most five seconds old.
    package let broker: CachedQuery<BrokerReadiness>
    /// How the gateways stand at all workers.
    package let gateways: CachedQuery<GatewayOverview>
    /// What workers said of themselves, and the pauses.
    package let workers: CachedQuery<Workforce>
    /// What was counted, at most five seconds old: processes hand their counts over about as often.
    package let counts: CachedQuery<Counts>
    /// The last changes that operators have made, the newest first; sign-ins and searches, however many, hide none of them.
    package let changes: CachedQuery<[StoredAudit]>
    /// The last lines of the audit, the newest first.
    package let newestLines: CachedQuery<[StoredAudit]>

    /// - Parameters:
    ///   - broker: tells how the queues stand, and whether the broker takes messages.
    ///   - workers: what workers and operators say of gateways, and what workers say of themselves.
    ///   - audit: what operators did.
    ///   - tallies: what was counted.
    ///   - freshness: how long a look counts as new.
    ///   - now: the store's clock, as far as this process knows it.
    package init(
        broker: any BrokerProbe, workers: any WorkerRegistry, audit: any AuditLog,
        tallies: any TallyStore, freshness: Duration = .seconds(1), now: @escaping @Sendable () -> Timestamp
    ) {
        self.queues = CachedQuery(freshness: freshness, now: now) { try await broker.reports() }
        self.broker = CachedQuery(freshness: freshness * 5, now: now) { try await broker.probe() }
        self.gateways = CachedQuery(freshness: freshness, now: now) { try await workers.gateways() }
        self.workers = CachedQuery(freshness: freshness, now: now) { try await workers.workforce() }
        counts = CachedQuery(freshness: freshness * 5, now: now) { try await Counts.read(tallies, at: now()) }
        func lines(_ filter: AuditFilter) -> CachedQuery<[StoredAudit]> {
            CachedQuery(freshness: freshness, now: now) { try await audit.page(filter, before: nil, limit: 20).lines }
        }
        (changes, newestLines) = (lines(.changesDone), lines(.all))
    }

    /// Makes pages look anew at what an operator can change.
    package func expire() {
        queues.expire()
        gateways.expire()
        workers.expire()
        changes.expire()
        newestLines.expire()
    }
}
