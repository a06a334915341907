import VerificationCore

/// What every page looks at, each part at most once a second however many people look.
package struct Looks: Sendable {
    /// The broker's queues.
    package let queues: Lookout<[QueueReport]>
    /// The gateways' board in the database.
    package let gateways: Lookout<GatewayOverview>
    /// What workers said of themselves, and the pauses.
    package let workers: Lookout<Workforce>
    /// What was counted, at most five seconds old: processes hand their counts over about as often.
    package let counts: Lookout<Counts>
    /// The last lines of the audit, the newest first.
    package let changes: Lookout<[StoredAudit]>

    /// `now`: the store's clock, as far as this process knows it.
    package init(
        queues: any QueueOverview, gateways: any GatewaySwitches, workers: any WorkerOverview, audit: any AuditLog,
        tallies: any TallyReader, now: @escaping @Sendable () -> Timestamp
    ) {
        self.queues = Lookout(now: now) { try await queues.reports() }
        self.gateways = Lookout(now: now) { try await gateways.overview() }
        self.workers = Lookout(now: now) { try await workers.workforce() }
        counts = Lookout(freshness: .seconds(5), now: now) { try await Counts.read(tallies, at: now()) }
        changes = Lookout(now: now) { try await audit.page(.all, before: nil, limit: 20).lines }
    }
}
