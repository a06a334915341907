import StrictJSON
import VerificationCore

/// A queue as `verifyd queues list` shows it.
struct QueueLine {
    let report: QueueReport
    /// Nil while the database does not answer.
    let workforce: Workforce?

    var row: [String] {
        switch report.state {
        case .missing: [report.name, "-", "-", joined([pausedWords, "not declared yet: start a worker"])]
        case .present(let messages, let consumers, let mismatch):
            [report.name, String(messages), String(consumers), state(consumers: consumers, mismatch)]
        }
    }

    /// `survey`: nil for every queue but the dead-letter queue, and when the command did not look into it.
    func json(_ survey: DeadLetterSurvey?) -> JSONValue {
        let (kinds, reasons) = (survey.flatMap { object($0.kindCounts) }, survey.flatMap { object($0.reasonCounts) })
        return switch report.state {
        case .missing:
            .members([
                "name": .string(report.name), "exists": false, "isPauseKnown": isPauseKnown, "isPaused": isPaused,
                "pause": pauseJSON,
                "kinds": kinds, "reasons": reasons,
            ])
        case .present(let messages, let consumers, let mismatch):
            .members([
                "name": .string(report.name), "exists": true, "messages": .integer(Int64(messages)),
                "consumers": .integer(Int64(consumers)), "isPauseKnown": isPauseKnown, "isPaused": isPaused,
                "pause": pauseJSON,
                "mismatch": mismatch.map { .string($0) }, "kinds": kinds,
                "reasons": reasons,
            ])
        }
    }

    /// Nil where there is nothing to count.
    private func object(_ counts: [(word: String, count: Int)]) -> JSONValue? {
        let members = counts.map { JSONObject.Member(key: $0.word, value: .integer(Int64($0.count))) }
        return members.isEmpty ? nil : .object(JSONObject(members))
    }

    private var queue: WorkQueue? { WorkQueue(report.role) }

    private var pause: QueuePause? { queue.flatMap { workforce?.pauses[$0] } }

    /// Nil for a queue that no worker takes messages from.
    private var isPauseKnown: JSONValue? { queue.map { _ in .bool(workforce != nil) } }

    /// Nil when it is not known, and for a queue that no worker takes messages from.
    private var isPaused: JSONValue? { queue.flatMap { _ in workforce.map { _ in .bool(pause != nil) } } }

    private var pauseJSON: JSONValue? {
        guard let queue, let pause, let workforce else { return nil }
        return pause.json(of: queue, in: workforce)
    }

    /// What needs an operator's eye; empty when all is as usual.
    private func state(consumers: Int, _ mismatch: String?) -> String {
        let isIdle = queue != nil && pause == nil && consumers == 0
        let deserted = "no consumers" + (advice.map { ": \($0)" } ?? "")
        return joined([
            pausedWords, isIdle ? deserted : nil, mismatch.map { _ in "has other settings: see `verifyd doctor`" },
        ])
    }

    private var pausedWords: String? {
        guard let queue else { return nil }
        guard let workforce else { return "not known" }
        guard let pause else { return nil }
        let end = pause.until.map { " until \($0.rfc3339)" } ?? ""
        return "PAUSED by \(pause.who) since \(pause.since.rfc3339)\(end): \(pause.reason); applied by "
            + "\(workforce.appliedPauses(of: queue)) of \(workforce.living.count)"
    }

    /// What helps if the queue has no consumer; nil if it is unknown whether a worker lives.
    private var advice: String? {
        workforce.map { $0.living.isEmpty ? "start a worker" : "see `verifyd workers list`" }
    }

    private func joined(_ words: [String?]) -> String { words.compactMap(\.self).joined(separator: "; ") }
}

extension QueuePause {
    /// The pause with how many of the living workers have applied it.
    func json(of queue: WorkQueue, in workforce: Workforce) -> JSONValue {
        .members([
            "by": .string(who), "reason": .string(reason), "since": .string(since.rfc3339),
            "until": until.map { .string($0.rfc3339) },
            "appliedBy": .integer(Int64(workforce.appliedPauses(of: queue))),
            "workers": .integer(Int64(workforce.living.count)),
        ])
    }
}
