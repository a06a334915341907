import Operations
import StrictJSON
import VerificationCore

/// What the page of the queues knows.
enum QueueSheet {
    static func data(_ queues: Known<[QueueReport]>, _ workers: Known<Workforce>) -> JSONValue {
        let reports = queues.value ?? []
        return [
            "queues": .array(reports.filter { WorkQueue($0.role) != nil }.map { row($0, workers.value) }),
            "ladder": .array(reports.filter { $0.role == .retry }.map { row($0, nil) }),
            "dead": reports.first { $0.role == .dead }.map { row($0, nil) } ?? .null,
            "queuesKnown": queues.sign, "workersKnown": workers.sign,
        ]
    }

    private static func row(_ report: QueueReport, _ workforce: Workforce?) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(report.name)
        object["work"] = .text(WorkQueue(report.role)?.rawValue)
        switch report.state {
        case .missing: object["isMissing"] = true
        case .present(let messages, let consumers, let mismatch):
            object["ready"] = .count(messages)
            object["consumers"] = .count(consumers)
            object["mismatch"] = .text(mismatch)
        }
        if let queue = WorkQueue(report.role), let workforce { object["pause"] = pause(of: queue, workforce) }
        return .object(object)
    }

    private static func pause(of queue: WorkQueue, _ workforce: Workforce) -> JSONValue {
        guard let pause = workforce.pauses[queue] else { return .null }
        return [
            "who": .string(pause.who), "why": .string(pause.reason), "since": .time(pause.since),
            "appliedBy": .count(workforce.appliedPauses(of: queue)), "workers": .count(workforce.living.count),
        ]
    }
}
