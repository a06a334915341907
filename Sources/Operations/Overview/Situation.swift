import VerificationCore

/// What is known of the whole installation at a moment, part by part.
package struct Situation: Sendable {
    package let at: Timestamp
    package let queues: Known<[QueueReport]>
    package let gateways: Known<GatewayOverview>
    package let workers: Known<Workforce>
    package let counts: Known<Counts>
    package let changes: Known<[StoredAudit]>
    /// The gateways of this process's settings, in their order; other processes may have others.
    package let gatewayNames: [String]

    package init(
        at: Timestamp, queues: Known<[QueueReport]>, gateways: Known<GatewayOverview>, workers: Known<Workforce>,
        counts: Known<Counts>, changes: Known<[StoredAudit]>, gatewayNames: [String]
    ) {
        (self.at, self.queues, self.gateways, self.workers) = (at, queues, gateways, workers)
        (self.counts, self.changes, self.gatewayNames) = (counts, changes, gatewayNames)
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

    /// What waits for workers; nil when broker or database does not say.
    package var backlog: Backlog? {
        guard let ready = ready(in: .requests), let counts = counts.current else { return nil }
        return Backlog(ready: ready, counts, at: at)
    }

    /// An operator's pause of a queue, as far as it is known.
    package func pause(of queue: WorkQueue) -> QueuePause? { workers.value?.pauses[queue] }
}
