import VerificationCore

/// A rule that finds a fault for the overview; its raw value is stable, and is a label of a metric.
///
/// The order is that of causes: a broker that is away also makes codes late, and not the other way round.
package enum Rule: String, Sendable, Hashable, CaseIterable {
    case databaseAway = "database-away"
    case brokerAway = "broker-away"
    case brokerBlocked = "broker-blocked"
    case noAPI = "no-api"
    case notQueued = "not-queued"
    case requestsPaused = "requests-paused"
    case workersHeld = "workers-held"
    case noWorkers = "no-workers"
    case workerSilent = "worker-silent"
    case noGateways = "no-gateways"
    case gatewayAway = "gateway-away"
    case putOff = "put-off"
    case gatewayFails = "gateway-fails"
    case backlogGrows = "backlog-grows"
    case codesLate = "codes-late"
    case limitsHold = "limits-hold"
    case callsFall = "calls-fall"
    case deliversLittle = "delivers-little"
    case notDelivered = "not-delivered"
    case approvedFalls = "approved-falls"
    case deadLetters = "dead-letters"
    case eventsPaused = "events-paused"
    case eventsFail = "events-fail"

    /// The rules whose findings explain a finding of this rule: for example, late codes follow from a paused queue.
    ///
    /// A gateway that fails some calls explains that some requests are put off, but not that no code leaves at all.
    package func causes(of level: Judgement.Level) -> Set<Rule> {
        switch self {
        case .databaseAway, .brokerAway, .noAPI, .requestsPaused, .workersHeld, .workerSilent, .noGateways,
            .gatewayAway, .limitsHold, .deliversLittle, .deadLetters, .eventsPaused, .eventsFail:
            []
        case .notDelivered: [.deliversLittle]
        case .brokerBlocked: [.brokerAway]
        case .notQueued: [.brokerAway, .brokerBlocked]
        case .noWorkers: [.databaseAway, .brokerAway, .workersHeld]
        case .callsFall: [.databaseAway, .brokerAway, .brokerBlocked, .noAPI, .notQueued]
        case .gatewayFails: [.requestsPaused, .workersHeld, .noWorkers, .noGateways, .gatewayAway]
        case .putOff:
            Set([.databaseAway, .brokerBlocked, .requestsPaused, .workersHeld, .noWorkers, .noGateways, .gatewayAway])
                .union(level == .down ? [] : [.gatewayFails])
        case .backlogGrows: Self.stops
        case .codesLate: Self.stops.union([.backlogGrows])
        case .approvedFalls:
            [
                .requestsPaused, .workersHeld, .noWorkers, .noGateways, .gatewayFails, .putOff, .codesLate,
                .deliversLittle, .notDelivered,
            ]
        }
    }

    /// What keeps requests from being sent.
    private static let stops: Set<Rule> = [
        .databaseAway, .brokerAway, .requestsPaused, .workersHeld, .noWorkers, .workerSilent, .noGateways,
        .gatewayAway, .gatewayFails, .putOff,
    ]

    /// What is compared with; proposals, to be changed when an installation has taught better.
    enum Limits {
        static let late = Duration.seconds(5)
        static let veryLate = Duration.seconds(30)
        static let old = Duration.seconds(60)
        /// A gateway call ends after 10 s, so a request that a worker has had for longer waits for something else.
        static let longInHand = Duration.seconds(15)
        /// A worker is held up in its first second, until it has examined the database.
        static let young = Duration.seconds(3)
        static let someFail = 0.05
        static let manyFail = 0.2
        static let manyHeld = 0.2
        /// What limits or rules hold in half a minute, so that it shows by itself.
        static let mostHeld = 0.5
        /// Below it, half a minute shows that it is over.
        static let fewHeld = 0.1
        /// The share of a region's requests that rules turn away, from which on practically no person there gets a
        /// code.
        static let blocked = 0.9
        static let leastCalls = 20
        /// The calls that show that something is over, or that nothing leaves.
        static let leastFresh = 3
        static let leastStarts = 50
        /// The calls of half a minute that show by themselves that a gateway fails, for example 2 of 10.
        static let leastNewCalls = 10
        /// The receipts of some minutes that show that messages do not arrive.
        static let leastReceipts = 20
        /// The messages that show it by themselves when none of them arrived.
        static let leastLost = 10
        /// The messages of an hour a week ago that show what is usual.
        static let leastUsual = 5
        static let manyUndelivered = 0.5
        /// Where a gateway's receipts say of fewer messages that they arrived, the messages hardly arrive.
        static let fewDelivered = 0.2
        /// For so long a broker may keep the requests of a worker that has fallen silent.
        static let silent = Duration.seconds(120)
        /// A tenth of last week's calls.
        static let fewCalls = 0.1
        /// How many apps a sentence names beside the first.
        static let namedApps = 3

        static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    }
}

/// The rule about gateways that take messages and do not deliver them.
extension Rule {
    /// Names the gateway that keeps the most messages from people.
    ///
    /// A receipt is a provider's claim and no proof, and receipts may be lost on their way. So it is no outage by
    /// itself.
    func deliversLittle(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current else { return nil }
        let usual = Dictionary(counts.deliveriesWeekBefore.map { ($0.gateway, $0) }) { first, _ in first }
        let accused = counts.deliveries.filter { $0.areFew && !(usual[$0.gateway]?.wereFew ?? false) }
        guard let worst = accused.max(by: { $0.missing < $1.missing }) else { return nil }
        return Judgement.RuleFinding(
            .degraded, by: self,
            sentence: "Gateway \(worst.gateway) accepts messages, and receipts report "
                + "\(Limits.percent(worst.share)) of them delivered.",
            measure: "\(worst.delivered) of \(worst.taken) messages of \(Counts.deliveryMinutes) min delivered, "
                + "\(Limits.percent(Limits.fewDelivered)) is the least",
            subjects: Set(accused.map(\.gateway)))
    }
}

extension GatewayDeliveries {
    /// Whether enough messages were taken, and nearly all of them are missing.
    fileprivate var areFew: Bool {
        let least = delivered == 0 ? Rule.Limits.leastLost : Rule.Limits.leastReceipts
        return taken >= least && share < Rule.Limits.fewDelivered
    }

    /// The same for a time that only explains the present.
    fileprivate var wereFew: Bool { taken >= Rule.Limits.leastUsual && share < Rule.Limits.fewDelivered }
}

/// The rule about apps' endpoints.
extension Rule {
    /// An endpoint that fails is called ever more rarely, so its failed calls become few while its events still wait.
    func eventsFail(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current else { return nil }
        if let worst = counts.failingEndpoints.max(by: { $0.untold < $1.untold }) {
            return Judgement.RuleFinding(
                .degraded, by: self,
                sentence: "Webhooks to app \(worst.app) are failing: "
                    + "\(worst.wasCalled ? "its endpoint fails" : "its events are waiting for a retry").",
                measure: worst.measure, subjects: [worst.app])
        }
        guard let waiting = situation.ready(in: .eventRetry), waiting > 0,
            let app = counts.memory.untold.keys.sorted().first
        else { return nil }
        return Judgement.RuleFinding(
            .degraded, by: self, sentence: "Webhooks to app \(app) are failing: its events are waiting for a retry.",
            measure: "none delivered, \(waiting) retrying", subjects: [app])
    }
}

/// An app's endpoint that does not take events, and what shows it.
struct FailingEndpoint {
    let app: String
    /// The events that it has not taken.
    let untold: Int
    /// Whether calls failed; else events were put off without a call.
    let wasCalled: Bool
    let measure: String

    /// Nil for an endpoint that takes events: in the last half minute, or else half of those of the last minutes.
    fileprivate init?(_ sum: TallySum, in counts: Counts) {
        let (told, failed) = (sum.counts[.eventTold] ?? 0, sum.counts[.eventFailed] ?? 0)
        app = sum.name
        wasCalled = failed > 0
        if let lately = counts.lately {
            let (toldNow, failedNow) = (lately[.eventTold, app], lately[.eventFailed, app])
            let putOffNow = lately[.eventPutOff, app]
            // After a few failed calls workers put events off without a call, although thousands arrived a minute ago.
            if toldNow == 0, failedNow + putOffNow >= Rule.Limits.leastFresh {
                untold = failedNow + putOffNow
                measure = "none delivered in \(counts.ofLateWords); \(failedNow) calls failed, \(putOffNow) deferred"
                return
            }
            if toldNow > 0, failedNow == 0 { return nil }
        }
        guard failed >= Rule.Limits.leastFresh, failed >= told else { return nil }
        untold = failed
        measure = "\(failed) of \(failed + told) calls failed in \(Counts.callMinutes) min"
    }
}

extension Counts {
    /// The apps whose endpoints do not take events.
    var failingEndpoints: [FailingEndpoint] { events.compactMap { FailingEndpoint($0, in: self) } }
}
