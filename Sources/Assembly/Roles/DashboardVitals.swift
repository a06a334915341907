import Operations
import Telemetry
import VerificationCore

/// What the dashboard reports of the installation to Prometheus, so that the pager and the page agree.
enum DashboardVitals {
    static func readings(of watch: SituationWatch) async -> [MetricReading] {
        let (situation, judgement, _) = await watch.look()
        let verdict = MetricReading("verifyd_verdict", as: .gauge, value: Double(judgement.verdict.number))
        return queues(situation) + rules(judgement) + [verdict]
    }

    /// Nothing of a queue while the broker does not say; an old number would look like a new number.
    private static func queues(_ situation: Situation) -> [MetricReading] {
        (situation.queues.current ?? []).flatMap { queue -> [MetricReading] in
            guard case .present(let messages, let consumers, _) = queue.state else { return [] }
            let name = ("queue", queue.name)
            return [
                MetricReading(
                    "verifyd_queue_messages", as: .gauge, by: [name, ("state", "ready")], value: Double(messages)),
                MetricReading("verifyd_queue_consumers", as: .gauge, by: [name], value: Double(consumers)),
            ] + (queue.role == .requests ? age(situation, of: name) : [])
        }
    }

    private static func age(_ situation: Situation, of name: (String, String)) -> [MetricReading] {
        guard let age = situation.oldestWaiting else { return [] }
        return [
            MetricReading(
                "verifyd_queue_oldest_message_age_seconds", as: .gauge, by: [name],
                value: Double(age.wholeMicroseconds) / 1e6)
        ]
    }

    /// The level of each rule, also where it is on purpose or acknowledged; that stands beside it.
    private static func rules(_ judgement: Judgement) -> [MetricReading] {
        Rule.allCases.flatMap { rule in
            let level = judgement.holding.first { $0.rule == rule }?.level ?? .fine
            let isIntended = judgement.intents.contains { $0.finding.rule == rule }
            let isAcknowledged = judgement.acknowledged.contains { $0.finding.rule == rule }
            return [
                ("verifyd_finding", Double(level.rank)), ("verifyd_finding_intended", isIntended ? 1 : 0),
                ("verifyd_finding_acknowledged", isAcknowledged ? 1 : 0),
            ].map { MetricReading($0, as: .gauge, by: [("rule", rule.rawValue)], value: $1) }
        }
    }
}
