import VerificationCore

/// What every page looks at, each part at most once a second however many people look.
package struct Looks: Sendable {
    /// The broker's queues.
    package let queues: Lookout<[QueueReport]>
    /// Whether the broker takes messages, at most five seconds old.
    package let broker: Lookout<BrokerReadiness>
    /// How the gateways stand at all workers.
    package let gateways: Lookout<GatewayOverview>
    /// What workers said of themselves, and the pauses.
    package let workers: Lookout<Workforce>
    /// What was counted, at most five seconds old: processes hand their counts over about as often.
    package let counts: Lookout<Counts>
    /// The last changes that operators have made, the newest first; sign-ins and searches, however many, hide none of them.
    package let changes: Lookout<[StoredAudit]>
    /// The last lines of the audit, the newest first.
    package let newestLines: Lookout<[StoredAudit]>

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
        self.queues = Lookout(freshness: freshness, now: now) { try await broker.reports() }
        self.broker = Lookout(freshness: freshness * 5, now: now) { try await broker.probe() }
        self.gateways = Lookout(freshness: freshness, now: now) { try await workers.gateways() }
        self.workers = Lookout(freshness: freshness, now: now) { try await workers.workforce() }
        counts = Lookout(freshness: freshness * 5, now: now) { try await Counts.read(tallies, at: now()) }
        func lines(_ filter: AuditFilter) -> Lookout<[StoredAudit]> {
            Lookout(freshness: freshness, now: now) { try await audit.page(filter, before: nil, limit: 20).lines }
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
