import Synchronization
import VerificationCore

/// Watches the whole installation: looks at its parts at most once a second, and remembers since when a rule holds.
package final class SituationWatch: Sendable {
    private let queues: Lookout<[QueueReport]>
    private let gateways: Lookout<GatewayOverview>
    private let gatewayNames: [String]
    private let now: @Sendable () -> Timestamp
    private let since = Mutex<[String: Timestamp]>([:])

    /// - Parameters:
    ///   - queues: the broker.
    ///   - gateways: the database, and what workers said there.
    ///   - gatewayNames: the gateways of this process's settings.
    ///   - now: the store's clock, as far as this process knows it.
    package init(
        queues: any QueueOverview, gateways: any GatewaySwitches, gatewayNames: [String],
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.queues = Lookout(now: now) { try await queues.reports() }
        self.gateways = Lookout(now: now) { try await gateways.overview() }
        (self.gatewayNames, self.now) = (gatewayNames, now)
    }

    /// What is known now, what it means, and since when each rule that holds has held, as far as this process saw it.
    package func look() async -> (situation: Situation, judgement: Judgement, since: [String: Timestamp]) {
        async let queues = queues.look()
        async let gateways = gateways.look()
        let situation = Situation(
            at: now(), queues: await queues, gateways: await gateways, gatewayNames: gatewayNames)
        let judgement = Judgement(of: situation)
        let rules = Set(judgement.findings.map(\.rule))
        let since = since.withLock { since in
            since = since.filter { rules.contains($0.key) }
            for rule in rules where since[rule] == nil { since[rule] = situation.at }
            return since
        }
        return (situation, judgement, since)
    }
}
