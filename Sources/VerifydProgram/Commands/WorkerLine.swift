import StrictJSON
import VerificationCore

/// A worker as `verifyd workers list` shows it.
struct WorkerLine {
    static let heads = [
        "HOST", "PROCESS", "VERSION", "STARTED", "STATE", "IN FLIGHT", "OLDEST", "PREFETCH", "PAUSED QUEUES",
        "LINKS",
    ]

    let report: WorkerReport
    /// The database's time.
    let now: Timestamp

    var row: [String] {
        guard let status = report.status else { return ["-", "-", "another release", "-", state] }
        return [
            status.host, "\(status.processID)", status.version, status.startedAt.rfc3339, state, "\(status.inHand)",
            status.oldestAt.map(age) ?? "-", "\(status.prefetch)",
            status.paused.isEmpty ? "-" : paused.joined(separator: ", "),
            status.links.isEmpty ? "-" : links.map { "\($0.key) \($0.value ? "up" : "down")" }.joined(separator: ", "),
        ]
    }

    var json: JSONValue {
        let status = report.status
        return .members([
            "id": .string(String(report.id, radix: 16)), "seenAt": .string(report.seenAt.rfc3339),
            "isSilent": .bool(report.isSilent), "host": status.map { .string($0.host) },
            "processId": status.map { .integer(Int64($0.processID)) }, "version": status.map { .string($0.version) },
            "startedAt": status.map { .string($0.startedAt.rfc3339) },
            "state": status.map { .string($0.activity.rawValue) }, "inHand": status.map { .integer(Int64($0.inHand)) },
            "oldestAt": status?.oldestAt.map { .string($0.rfc3339) },
            "prefetch": status.map { .integer(Int64($0.prefetch)) },
            "pausedQueues": status.map { _ in .array(paused.map { .string($0) }) },
            "links": status.map { _ in .array(links.map { ["gateway": .string($0.key), "isUp": .bool($0.value)] }) },
        ])
    }

    private var state: String {
        guard report.isSilent else { return report.status?.activity.rawValue ?? "not known" }
        return "silent for \(age(report.seenAt))" + (report.status.map { ", was \($0.activity.rawValue)" } ?? "")
    }

    /// In the order in which `WorkQueue` has them.
    private var paused: [String] {
        WorkQueue.allCases.filter { report.status?.paused.contains($0) ?? false }.map(\.rawValue)
    }

    private var links: [(key: String, value: Bool)] {
        (report.status?.links ?? [:]).sorted { $0.key < $1.key }
    }

    private func age(_ moment: Timestamp) -> String { "\((now - moment).secondsRoundedUp) s" }
}
