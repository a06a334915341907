import VerificationCore

/// How the gateways do, and what operators do with them: off, on, another weight.
package struct GatewayService: Sendable {
    package let list: GatewayList
    /// Counts of the last minutes; a question over many rows, so it is asked every five seconds at most.
    package let traffic: CachedQuery<GatewayTraffic>
    /// Who switched what, at most a second old.
    package let history: CachedQuery<GatewayHistory>
    /// What the routes that learn have learned; it changes once a minute.
    package let learned: CachedQuery<[String: LearnedShare]>
    private let statuses: CachedQuery<GatewayOverview>
    private let details: [String: CachedQuery<GatewayDetail>]
    private let switches: any WorkerRegistry
    private let permits: Permits

    /// `statuses`: what all pages look at; `now`: the store's clock, as far as this process knows it.
    package init(
        _ list: GatewayList, statuses: CachedQuery<GatewayOverview>, switches: any WorkerRegistry,
        tallies: any TallyStore, audit: any AuditLog, permits: Permits, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.list, self.statuses, self.switches, self.permits) = (list, statuses, switches, permits)
        traffic = CachedQuery(freshness: .seconds(5), now: now) { try await GatewayTraffic.read(tallies, at: now()) }
        learned = CachedQuery(freshness: .seconds(30), now: now) { try await list.learned(from: tallies, at: now()) }
        history = CachedQuery(freshness: .seconds(1), now: now) { try await GatewayHistory.read(audit) }
        let details = list.members.map { member in
            let query = CachedQuery(freshness: .seconds(5), now: now) {
                try await GatewayDetail.read(tallies, of: member.name, at: now())
            }
            return (member.name, query)
        }
        self.details = Dictionary(details) { first, _ in first }
    }

    /// What was counted of a gateway of the settings; throws for any other name.
    package func detail(of name: String) async throws(OperatorError) -> Cached<GatewayDetail> {
        guard let query = details[name] else { throw .nothing("such gateway") }
        return await query.look()
    }

    /// What a change would do to the traffic; nil for the change shows how the traffic goes now.
    ///
    /// While the database is away it is of what was last known, and says so.
    package func outlook(
        of change: GatewayChange?, on name: String, for person: Operator
    ) async throws(OperatorError) -> Cached<GatewayOutlook> {
        try await permits.preview(.switchGateway, on: "gateway \(name)", by: person)
        async let traffic = traffic.look()
        async let learned = learned.look()
        let statuses = await statuses.look()
        let present = statuses.value?.learning(await learned.value ?? [:])
        try check(change, of: name)
        let outlook = GatewayOutlook(
            of: change, of: name, in: list, on: present?.gateways ?? [:], traffic: await traffic.value)
        return Cached(value: outlook, at: statuses.at, trouble: statuses.trouble)
    }

    /// The same for a caller who knows how the gateways stand, and not what was sent lately.
    ///
    /// - Parameters:
    ///   - change: nil shows how the traffic goes now.
    ///   - name: the gateway to change.
    ///   - gateways: how the gateways stand, with what they have learned; a gateway that is missing is untouched.
    ///   - person: who asks.
    /// - Returns: what the change would do.
    /// - Throws: the refusal.
    package func outlook(
        of change: GatewayChange?, on name: String, as gateways: [String: GatewayStatuses.Entry],
        for person: Operator
    ) async throws(OperatorError) -> GatewayOutlook {
        try await permits.preview(.switchGateway, on: "gateway \(name)", by: person)
        try check(change, of: name)
        return GatewayOutlook(of: change, of: name, in: list, on: gateways, traffic: nil)
    }

    /// Makes the change; all workers follow within two seconds.
    package func apply(
        _ change: GatewayChange, to name: String, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        try check(change, of: name)
        try await permits.perform(.switchGateway, on: "gateway \(name)", because: reason, by: person) {
            () throws(OperatorError) in
            try await asked { () throws(StoreError) in try await change.apply(to: name, on: switches) }
            return change.words
        }
        history.expire()
    }

    private func check(_ change: GatewayChange?, of name: String) throws(OperatorError) {
        guard list.member(named: name) != nil else { throw .nothing("such gateway") }
        guard case .weight(let weight?) = change else { return }
        guard GatewaySwitch.weights.contains(weight) else { throw .unusable("A weight is a number from 0 to 1000.") }
    }
}

/// What operators last did with the gateways, as the audit has it.
package struct GatewayHistory: Sendable, Equatable {
    /// It looks at no more actions than that: the operator who switched a gateway off before them is not known.
    private static let mostLines = 100

    /// Newest first.
    private let lines: [StoredAudit]

    /// `lines`: of any actions, newest first.
    init(_ lines: [StoredAudit]) { self.lines = lines.filter { $0.entry.result == .done } }

    static func read(_ audit: any AuditLog) async throws(StoreError) -> GatewayHistory {
        let filter = AuditFilter(action: .switchGateway, result: .done)
        return GatewayHistory(try await audit.page(filter, before: nil, limit: mostLines).lines)
    }

    /// The action that switched a gateway off; nil when it was switched on since, or when the action is not known.
    package func switchOff(of gateway: String) -> StoredAudit? {
        let (off, on) = (subject(gateway, for: .off), subject(gateway, for: .on))
        let last = lines.first { [off, on].contains($0.entry.subject) }
        return last.flatMap { $0.entry.subject == off ? $0 : nil }
    }

    private func subject(_ gateway: String, for change: GatewayChange) -> String {
        "gateway \(gateway): \(change.words)"
    }
}

extension BreakerNotice {
    /// Why the breaker opened, as text for people; a reason that only another version knows stands as it is.
    package var reasonWords: String { BreakerReason(rawValue: reason)?.words ?? reason }
}

extension BreakerReason {
    /// For people, for example `its calls failed in a row`.
    package var words: String {
        switch self {
        case .halfFailed: "half of its calls failed"
        case .failuresInRow: "its calls failed in a row"
        case .trialFailed: "a probe failed"
        case .halfSlow: "half of its calls \(Self.slow)"
        case .slowInRow: "its calls \(Self.slow)"
        case .trialSlow: "a probe \(Self.slow)"
        }
    }

    private static let slow = "took longer than \(BreakerRules().slowCall.components.seconds) s"
}
