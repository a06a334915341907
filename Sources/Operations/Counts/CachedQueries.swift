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
    /// What operators have acknowledged.
    package let acknowledgements: CachedQuery<[Acknowledgement]>
    /// The newest rules on numbers, the newest first; at most five seconds old.
    package let blocks: CachedQuery<[BlockRule]>

    /// - Parameters:
    ///   - broker: tells how the queues stand, and whether the broker takes messages.
    ///   - workers: what workers and operators say of gateways, and what workers say of themselves.
    ///   - audit: what operators did.
    ///   - tallies: what was counted.
    ///   - marks: what operators have acknowledged.
    ///   - blocks: what operators have blocked.
    ///   - freshness: how long a look counts as new.
    ///   - patience: how long a caller waits for a part that does not answer.
    ///   - now: the store's clock, as far as this process knows it.
    package init(
        broker: any BrokerProbe, workers: any WorkerRegistry, audit: any AuditLog,
        tallies: any TallyStore, marks: any AcknowledgementStore, blocks: any BlockStore,
        freshness: Duration = .seconds(1), patience: Duration = .milliseconds(500),
        now: @escaping @Sendable () -> Timestamp
    ) {
        func query<Value>(
            _ freshness: Duration, _ body: @escaping @Sendable () async throws -> Value
        ) -> CachedQuery<Value> {
            CachedQuery(freshness: freshness, patience: patience, now: now, body)
        }
        self.queues = query(freshness) { try await broker.reports() }
        self.broker = query(freshness * 5) { try await broker.probe() }
        self.gateways = query(freshness) { try await workers.gateways() }
        self.workers = query(freshness) { try await workers.workforce() }
        counts = query(freshness * 5) { try await Counts.read(tallies, at: now()) }
        func lines(_ filter: AuditFilter, most limit: Int) -> CachedQuery<[StoredAudit]> {
            query(freshness) { try await audit.page(filter, before: nil, limit: limit).lines }
        }
        // Many, so that a person who changes test numbers pushes no other change out.
        (changes, newestLines) = (lines(.changesDone, most: 100), lines(.all, most: 20))
        acknowledgements = query(freshness) { try await marks.acknowledgements() }
        self.blocks = query(freshness * 5) { try await blocks.rules(before: nil, limit: 50) }
    }

    /// Makes pages look anew at what an operator can change.
    package func expire() {
        queues.expire()
        gateways.expire()
        workers.expire()
        changes.expire()
        newestLines.expire()
        acknowledgements.expire()
        blocks.expire()
    }
}
