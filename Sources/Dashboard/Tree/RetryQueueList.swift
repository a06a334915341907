import StrictJSON
import VerificationCore

/// The retry queues of a page, for the template `retryQueues.mustache`; empty ones are counted and folded.
struct RetryQueueList {
    let reports: [QueueReport]

    /// Each queue with what the page says of it; `row` gives an object.
    func rows(_ row: (QueueReport) -> JSONValue) -> JSONValue {
        .array(
            reports.map { report in
                guard case .object(var object) = row(report) else { return .null }
                object["isEmpty"] = .bool(report.isEmpty)
                return .object(object)
            })
    }

    /// How many are empty; null for none.
    var emptyCount: JSONValue {
        let count = reports.count(where: \.isEmpty)
        return count == 0 ? .null : .count(count)
    }

    /// Whether one is worth a look.
    var isNotEmpty: Bool { !reports.allSatisfy(\.isEmpty) }
}

extension QueueReport {
    /// A queue that is missing is worth a look, and so is one whose arguments differ.
    fileprivate var isEmpty: Bool {
        switch state {
        case .missing: false
        case .present(let messages, _, let mismatch): messages == 0 && mismatch == nil
        }
    }
}
