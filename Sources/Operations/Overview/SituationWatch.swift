import Synchronization
import VerificationCore

/// Watches the whole installation, and remembers since when a rule holds.
package final class SituationWatch: Sendable {
    private let looks: Looks
    private let gatewayNames: [String]
    private let now: @Sendable () -> Timestamp
    private let since = Mutex<[Rule: Timestamp]>([:])

    /// - Parameters:
    ///   - looks: what the other pages look at too.
    ///   - gatewayNames: the gateways of this process's settings.
    ///   - now: the store's clock, as far as this process knows it.
    package init(_ looks: Looks, gatewayNames: [String], now: @escaping @Sendable () -> Timestamp) {
        (self.looks, self.gatewayNames, self.now) = (looks, gatewayNames, now)
    }

    /// What is known now, what it means, and since when each rule that holds has held, as far as this process saw it.
    package func look() async -> (situation: Situation, judgement: Judgement, since: [Rule: Timestamp]) {
        async let queues = looks.queues.look()
        async let gateways = looks.gateways.look()
        async let workers = looks.workers.look()
        async let counts = looks.counts.look()
        async let changes = looks.changes.look()
        let situation = Situation(
            at: now(), queues: await queues, gateways: await gateways, workers: await workers,
            counts: await counts, changes: await changes, gatewayNames: gatewayNames)
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
