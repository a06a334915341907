import Synchronization
import VerificationCore

/// The callers who wait for a worker's word, each under a number that travels with the request and back.
///
/// Three may meet here: the caller, the connection with an answer, and the time keeper. Whoever takes an entry out of
/// the table resumes the caller, so it happens once.
final class WaitingCallers: Sendable {
    private enum Caller {
        /// Has published, or is about to; does not wait yet.
        case expected
        /// The answer came before the broker's confirmation.
        case answered(RequestAnswer)
        case waiting(CheckedContinuation<RequestAnswer?, Never>, until: ContinuousClock.Instant)
    }

    private struct Table {
        var callers: [String: Caller] = [:]
        var last: UInt64 = 0
        var isClosed = false
    }

    private let limit: Int
    private let table = Mutex(Table())

    init(limit: Int) {
        self.limit = limit
    }

    /// Prepares for one answer; nil when too many are expected already, or nobody keeps the time any more.
    ///
    /// An id that was handed out ends in `answer(to:until:)` or `forget`.
    func expect() -> String? {
        table.withLock { table in
            guard !table.isClosed, table.callers.count < limit else { return nil }
            table.last += 1
            let id = String(table.last)
            table.callers[id] = .expected
            return id
        }
    }

    /// Hands an answer over; does nothing when the caller is unknown, has given up, or has an answer.
    func answer(_ id: String, with answer: RequestAnswer) {
        let continuation = table.withLock { table -> CheckedContinuation<RequestAnswer?, Never>? in
            switch table.callers[id] {
            case .expected:
                table.callers[id] = .answered(answer)
                return nil
            case .waiting(let continuation, _):
                table.callers[id] = nil
                return continuation
            case .answered, nil:
                return nil
            }
        }
        continuation?.resume(returning: answer)
    }

    /// Waits for the answer; nil once `deadline` has passed, the caller's task is cancelled, or `keepTime` has ended.
    func answer(to id: String, until deadline: ContinuousClock.Instant) async -> RequestAnswer? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait(for: id, until: deadline, $0) }
        } onCancel: {
            forget(id)
        }
    }

    private func wait(
        for id: String, until deadline: ContinuousClock.Instant,
        _ continuation: CheckedContinuation<RequestAnswer?, Never>
    ) {
        let early: RequestAnswer?? = table.withLock { table in
            switch table.callers[id] {
            case .expected:
                table.callers[id] = .waiting(continuation, until: deadline)
                return nil
            case .answered(let answer):
                table.callers[id] = nil
                return answer
            case .waiting, nil:
                return .some(nil)
            }
        }
        if let early { continuation.resume(returning: early) }
    }

    /// Gives one caller up; a caller who waits gets nil.
    func forget(_ id: String) {
        release { key, _ in key == id }
    }

    /// Ends every wait that is over, ten times a second, until the task is cancelled; then ends all.
    func keepTime() async {
        do {
            while true {
                try await Task.sleep(for: .milliseconds(100))
                let now = ContinuousClock.now
                release { _, caller in
                    guard case .waiting(_, let deadline) = caller else { return false }
                    return deadline <= now
                }
            }
        } catch {
            table.withLock { $0.isClosed = true }
            release { _, _ in true }
        }
    }

    private func release(where isOver: (String, Caller) -> Bool) {
        let over = table.withLock { table in
            let over = table.callers.filter { isOver($0.key, $0.value) }
            for id in over.keys { table.callers[id] = nil }
            return over.values
        }
        for case .waiting(let continuation, _) in over { continuation.resume(returning: nil) }
    }
}
