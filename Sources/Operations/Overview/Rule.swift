import VerificationCore

/// A rule by which the overview says that something is wrong; its word is stable, and is a label of a metric.
///
/// The order is that of causes: a broker that is away also makes codes late, and not the other way round.
package enum Rule: String, Sendable, Hashable, CaseIterable {
    case databaseAway = "database-away"
    case brokerAway = "broker-away"
    case notQueued = "not-queued"
    case requestsPaused = "requests-paused"
    case noWorkers = "no-workers"
    case noGateways = "no-gateways"
    case gatewayAway = "gateway-away"
    case gatewayFails = "gateway-fails"
    case codesLate = "codes-late"
    case backlogGrows = "backlog-grows"
    case approvedFalls = "approved-falls"
    case eventsPaused = "events-paused"

    /// What makes it hold, for the page that explains the rules.
    package var condition: String {
        switch self {
        case .databaseAway: "The database gives the dashboard no answer within two seconds."
        case .brokerAway: "The broker gives the dashboard no answer."
        case .notQueued:
            "Of the calls that start a verification in \(Counts.funnelMinutes) minutes, the broker has not confirmed "
                + "\(Limits.percent(Limits.someFail)). At least \(Limits.leastCalls) calls."
        case .requestsPaused: "An operator has paused the queue of requests."
        case .noWorkers: "No worker consumes requests, and nobody has paused them."
        case .noGateways: "Every gateway is switched off, or its breaker is open."
        case .gatewayAway: "A gateway is switched off, or its breaker is open."
        case .gatewayFails:
            "Of a gateway's calls in \(Counts.callMinutes) minutes, \(Limits.percent(Limits.someFail)) fail; "
                + "\(Limits.percent(Limits.manyFail)) is DOWN. At least \(Limits.leastCalls) calls."
        case .codesLate:
            "Of 20 requests that were decided in \(Counts.rateMinutes) minutes, a request waited longer than "
                + "\(Limits.late.components.seconds) s; \(Limits.veryLate.components.seconds) s is DOWN."
        case .backlogGrows:
            "The oldest waiting request is older than \(Limits.old.components.seconds) s, and as much comes as goes."
        case .approvedFalls:
            "The share of the approved is a third below the same minutes of last week. At least \(Limits.leastStarts) "
                + "starts in both."
        case .eventsPaused: "An operator has paused events or receipts."
        }
    }

    /// What a person does first when it holds.
    package var advice: String {
        switch self {
        case .databaseAway:
            "Look at PostgreSQL; `verifyd doctor` says what this program sees. Requests wait on their queue meanwhile."
        case .brokerAway:
            "Look at RabbitMQ; `verifyd doctor` says what this program sees. Codes that are out can be typed meanwhile."
        case .notQueued:
            "Look at RabbitMQ's log and its alarms for memory and disk: it takes nothing while an alarm stands."
        case .requestsPaused: "Ask who paused it, and resume it on the page Queues."
        case .noWorkers: "Look at the page Workers, and at the log of the worker that was heard last."
        case .noGateways, .gatewayAway:
            "Look at the page Gateways; a breaker closes by itself when calls succeed again."
        case .gatewayFails:
            "Look at the gateway's reasons; shift its traffic to another gateway by its weight, or switch it off."
        case .codesLate, .backlogGrows:
            "Start more workers, or find what holds them: gateways that answer late, or the database."
        case .approvedFalls:
            "Compare countries and gateways: people who get no code cannot type it. "
                + "Messages that are delivered and whose codes nobody types may be fraud."
        case .eventsPaused: "Resume it on the page Queues; nothing is lost meanwhile."
        }
    }

    /// What is compared with; proposals, to be changed when an installation has taught better.
    enum Limits {
        static let late = Duration.seconds(5)
        static let veryLate = Duration.seconds(30)
        static let old = Duration.seconds(60)
        static let someFail = 0.05
        static let manyFail = 0.2
        static let leastCalls = 20
        static let leastStarts = 50

        static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    }
}
