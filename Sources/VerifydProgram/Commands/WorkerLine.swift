import StrictJSON
import VerificationCore

/// A worker as `verifyd workers list` shows it.
struct WorkerLine {
    static let heads = [
        "HOST", "PROCESS", "VERSION", "STARTED", "STATE", "IN HAND", "OLDEST", "PREFETCH", "PAUSED QUEUES",
        "LINKS",
    ]

    let report: WorkerReport
    /// The database's time.
    let now: Timestamp

    var row: [String] {
        guard let word = report.word else { return ["-", "-", "another release", "-", state] }
        return [
            word.host, "\(word.processID)", word.version, word.startedAt.rfc3339, state, "\(word.inHand)",
            word.oldestAt.map(age) ?? "-", "\(word.prefetch)",
            word.paused.isEmpty ? "-" : paused.joined(separator: ", "),
            word.links.isEmpty ? "-" : links.map { "\($0.key) \($0.value ? "up" : "down")" }.joined(separator: ", "),
        ]
    }

    var json: JSONValue {
        let word = report.word
        return .members([
            "id": .string(String(report.id, radix: 16)), "seenAt": .string(report.seenAt.rfc3339),
            "isSilent": .bool(report.isSilent), "host": word.map { .string($0.host) },
            "processId": word.map { .integer(Int64($0.processID)) }, "version": word.map { .string($0.version) },
            "startedAt": word.map { .string($0.startedAt.rfc3339) },
            "state": word.map { .string($0.activity.rawValue) }, "inHand": word.map { .integer(Int64($0.inHand)) },
            "oldestAt": word?.oldestAt.map { .string($0.rfc3339) },
            "prefetch": word.map { .integer(Int64($0.prefetch)) },
            "pausedQueues": word.map { _ in .array(paused.map { .string($0) }) },
            "links": word.map { _ in .array(links.map { ["gateway": .string($0.key), "isUp": .bool($0.value)] }) },
        ])
    }

    private var state: String {
        guard report.isSilent else { return report.word?.activity.rawValue ?? "not known" }
        return "silent for \(age(report.seenAt))" + (report.word.map { ", was \($0.activity.rawValue)" } ?? "")
    }

    /// In the order in which `WorkQueue` has them.
    private var paused: [String] {
        WorkQueue.allCases.filter { report.word?.paused.contains($0) ?? false }.map(\.rawValue)
    }

    private var links: [(key: String, value: Bool)] {
        (report.word?.links ?? [:]).sorted { $0.key < $1.key }
    }

    private func age(_ moment: Timestamp) -> String { "\((now - moment).secondsRoundedUp) s" }
}
