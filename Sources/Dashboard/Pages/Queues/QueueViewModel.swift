import Operations
import StrictJSON
import VerificationCore

/// What the page of the queues knows.
struct QueueViewModel {
    let situation: Situation
    let series: Cached<QueueHistory.Series>
    let window: TallyWindow
    let marks: [Chart.Mark]

    var data: JSONValue {
        let (queues, workers) = (situation.queues, situation.workers)
        let reports = queues.value ?? []
        let retries = RetryQueueList(reports: reports.filter(\.isRetryQueue))
        return [
            "queues": .array(reports.filter { WorkQueue($0.role) != nil }.map { row($0, with: workers.value) }),
            "retryQueues": retries.rows { row($0, with: nil) }, "hasRetries": .bool(retries.isNotEmpty),
            "emptyRetryQueues": retries.emptyCount,
            "dead": reports.first { $0.role == .dead }.map { row($0, with: nil) } ?? .null,
            "waiting": situation.waitingData, "queuesKnown": queues.sign(of: "Queues"),
            "workersKnown": workers.sign(of: "Pauses and workers"), "countsKnown": situation.counts.sign(of: "Counts"),
            "windows": WindowLinks.data(window, at: "/queues"), "historyKnown": series.sign(of: "Charts"),
            "charts": .array(
                series.value.map { $0.requestCharts(marks: marks) + $0.otherCharts(marks: marks) } ?? []),
        ]
    }

    private func row(_ report: QueueReport, with workforce: Workforce?) -> JSONValue {
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
        guard let queue = WorkQueue(report.role) else { return .object(object) }
        object["isPauseKnown"] = .bool(workforce != nil)
        object["hasNobody"] = .bool(report.hasNobody && workforce?.pauses[queue] == nil)
        if let workforce { object["pause"] = pause(of: queue, workforce) }
        return .object(object)
    }

    private func pause(of queue: WorkQueue, _ workforce: Workforce) -> JSONValue {
        guard let pause = workforce.pauses[queue] else { return .null }
        return [
            "who": .string(pause.who), "why": .string(pause.reason), "since": .time(pause.since),
            "until": .time(pause.until),
            "appliedBy": .count(workforce.appliedPauses(of: queue)), "workers": .count(workforce.living.count),
        ]
    }
}

extension QueueReport {
    /// Whether its messages wait there for another try.
    fileprivate var isRetryQueue: Bool { role == .retry || role == .eventRetry }

    /// Whether no worker takes its messages.
    fileprivate var hasNobody: Bool {
        switch state {
        case .missing: false
        case .present(_, let consumers, _): consumers == 0
        }
    }
}
