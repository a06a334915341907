import Assembly
import Queue
import VerificationCore

extension DoctorCommand {
    static func broker(_ settings: Settings) async -> [Finding] {
        do {
            let (broker, topology) = (try settings.broker(role: "verifyd-doctor"), try settings.topology())
            let inspector = QueueInspector(broker, topology: topology)
            let (reports, version) = (try await inspector.reports(), try await inspector.clusterVersion())
            return [
                Finding("broker", is: .ok, words: "answers"),
                await publishing(AMQPBrokerProbe(broker, topology: topology)),
            ]
                + [version.flatMap(cluster)].compactMap(\.self) + reports.map(finding)
        } catch {
            return [Finding("broker", is: .failed, words: "\(error)")]
        }
    }

    /// Whether the broker takes messages: under an alarm it answers every question, and takes none.
    private static func publishing(_ probe: AMQPBrokerProbe) async -> Finding {
        let connection = Task { await probe.run() }
        defer { connection.cancel() }
        do throws(BrokerError) {
            switch try await probe.probe() {
            case .takesMessages: return Finding("publishing", is: .ok, words: "the broker takes messages")
            case .refuses(let reason):
                return Finding("publishing", is: .failed, words: "the broker takes no messages: \(reason)")
            case .unknown(let words):
                return Finding(
                    "publishing", is: .warning,
                    words:
                        "not tried, because this user or broker lacks what deploy/rabbitmq/definitions.py makes: \(words)"
                )
            }
        } catch {
            return Finding("publishing", is: .failed, words: "\(error)")
        }
    }

    /// A warning about a cluster of an old version; nil for any other version.
    private static func cluster(of version: BrokerVersion) -> Finding? {
        guard version.mayKeepRetries else { return nil }
        let fit = BrokerVersion.findingLeaders
        return Finding(
            "cluster", is: .warning,
            words:
                "while a node is dead, the retry queues of RabbitMQ \(version) may stand still: update to \(fit) or later"
        )
    }

    /// Fails a queue of requests that is missing or has no consumer; warns when a queue has other settings.
    private static func finding(_ report: QueueReport) -> Finding {
        let isWork = report.role == .requests
        switch report.state {
        case .missing:
            return Finding(
                report.name, is: isWork ? .failed : .ok,
                words: "not declared yet: start a worker, or use its settings here (queue.prefix, queue.retryDelays)")
        case .present(let messages, let consumers, let mismatch):
            let isIdle = isWork && consumers == 0
            let count = consumers == 1 ? "1 consumer" : "\(consumers) consumers"
            let words = isIdle ? "no consumers: start a worker" : count
            let otherwise = mismatch.map { "; has other settings, empty and delete it to have it created again: \($0)" }
            let level: Finding.Level = isIdle ? .failed : mismatch == nil ? .ok : .warning
            return Finding(report.name, is: level, words: "\(messages) ready, \(words)\(otherwise ?? "")")
        }
    }
}
