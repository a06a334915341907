import Synchronization
import VerificationCore

/// The callers who wait for a worker's word, each under a number that travels with the request and back.
///
/// Four may meet here: the caller, the connection with an answer, the time keeper, and a process that stops. The task that
/// takes an entry out of the table resumes the caller, so that it happens once.
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

    /// Prepares for one answer; nil when too many are expected already, or after `close`.
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

    /// Waits for the answer; nil once `deadline` has passed, the caller's task is cancelled, or all waits were ended.
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
        let caller = table.withLock { $0.callers.removeValue(forKey: id) }
        if case .waiting(let continuation, _)? = caller { continuation.resume(returning: nil) }
    }

    /// Gives all of today's callers up: their answers cannot come any more.
    ///
    /// A caller who has published and does not wait yet gets nil at once when it does.
    func forgetAll() {
        release { _ in true }
    }

    /// Gives all callers up, and expects no more answers from here on; a second call does nothing.
    func close() {
        table.withLock { $0.isClosed = true }
        forgetAll()
    }

    /// Ends every wait that is over, ten times a second, until the task is cancelled; then closes.
    func keepTime() async {
        while (try? await Task.sleep(for: .milliseconds(100))) != nil {
            let now = ContinuousClock.now
            release { caller in
                guard case .waiting(_, let deadline) = caller else { return false }
                return deadline <= now
            }
        }
        close()
    }

    private func release(where isOver: (Caller) -> Bool) {
        let over = table.withLock { table in
            let over = table.callers.filter { isOver($0.value) }
            for id in over.keys { table.callers[id] = nil }
            return over.values
        }
        for case .waiting(let continuation, _) in over { continuation.resume(returning: nil) }
    }
}
