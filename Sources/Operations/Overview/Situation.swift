import VerificationCore

/// What is known of the whole installation at a moment, part by part.
package struct Situation: Sendable {
    package let at: Timestamp
    package let queues: Known<[QueueReport]>
    package let gateways: Known<GatewayOverview>
    /// The gateways of this process's settings, in their order; other processes may have others.
    package let gatewayNames: [String]

    package init(
        at: Timestamp, queues: Known<[QueueReport]>, gateways: Known<GatewayOverview>, gatewayNames: [String]
    ) {
        (self.at, self.queues, self.gateways, self.gatewayNames) = (at, queues, gateways, gatewayNames)
    }

    /// The number of messages that are ready in the queues of this role; nil when the broker does not say.
    package func ready(in role: QueueReport.Role) -> Int? {
        queues.current.map { reports in
            reports.reduce(0) { sum, report in
                guard report.role == role, case .present(let messages, _, _) = report.state else { return sum }
                return sum + messages
            }
        }
    }

    /// How many workers consume requests; nil when the broker does not say.
    package var consumers: Int? {
        queues.current?.first { $0.role == .requests }.map { report in
            switch report.state {
            case .missing: 0
            case .present(_, let consumers, _): consumers
            }
        }
    }
}
