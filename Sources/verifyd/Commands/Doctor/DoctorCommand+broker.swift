import AMQP
import Assembly
import RequestQueue
import VerificationCore

extension DoctorCommand {
    static func broker(_ settings: Settings) async -> [Finding] {
        do {
            let broker = try settings.broker(role: "verifyd-doctor")
            let topology = try settings.topology()
            let inspector = QueueInspector(broker, topology: topology)
            let reports = try await inspector.reports()
            await inspector.close()
            return [Finding("broker", .ok, "answers")]
                + reports.map { finding($0, isWork: $0.queue == topology.requests) }
        } catch {
            return [Finding("broker", .failed, "\(error)")]
        }
    }

    /// A queue of work that does not exist, or has no consumer, is a problem; other settings are worth a warning.
    private static func finding(_ report: QueueInspector.Report, isWork: Bool) -> Finding {
        guard let status = report.status else {
            return Finding(
                report.queue, isWork ? .failed : .ok,
                "not declared yet: start a worker, or use its settings here (queue.prefix, queue.ladder)")
        }
        let isIdle = isWork && status.consumers == 0
        let count = status.consumers == 1 ? "1 consumer" : "\(status.consumers) consumers"
        let consumers = isIdle ? "nobody consumes: start a worker" : count
        let mismatch = report.mismatch.map { "; has other settings, empty and delete it to have it made anew: \($0)" }
        let level: Finding.Level = isIdle ? .failed : mismatch == nil ? .ok : .warning
        return Finding(report.queue, level, "\(status.messages) ready, \(consumers)\(mismatch ?? "")")
    }
}
