import Synchronization
import VerificationCore

/// The callers who wait for a worker's answer, each under a number that travels with the request and back.
///
/// Four tasks may meet here: the caller's, the connection's with an answer, `keepTime`, and the task that stops the
/// process. The task that takes an entry out of the table resumes the caller, so the caller is resumed only once.
final class WaitingCallers: Sendable {
    private enum CallState {
        /// The caller publishes or has published, and does not wait yet.
        case expected
        /// The answer came before the broker's confirmation, so the caller does not wait yet.
        case answered(RequestAnswer)
        case waiting(CheckedContinuation<RequestAnswer?, Never>, until: ContinuousClock.Instant)
    }

    private struct Table {
        var callers: [String: CallState] = [:]
        var last: UInt64 = 0
        var isClosed = false
    }

    private let limit: Int
    private let table = Mutex(Table())
    /// Tells `keepTime` that a caller is expected; without callers `keepTime` sleeps.
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(limit: Int) {
        self.limit = limit
        (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Prepares for an answer and returns its id; nil when too many answers are expected already, or after `close`.
    ///
    /// The caller must hand the id to `answer(to:until:)` or to `forget`; else its place stays taken.
    func expect() -> String? {
        let id = table.withLock { table -> String? in
            guard !table.isClosed, table.callers.count < limit else { return nil }
            table.last += 1
            let id = String(table.last)
            table.callers[id] = .expected
            return id
        }
        if id != nil { arrival.yield() }
        return id
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

    /// Waits for the answer; nil when `deadline` has passed, the task is cancelled, or `forgetAll` or `close` ended the
    /// wait.
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

    /// Removes a caller; a caller who waits gets nil.
    func forget(_ id: String) {
        let caller = table.withLock { $0.callers.removeValue(forKey: id) }
        if case .waiting(let continuation, _)? = caller { continuation.resume(returning: nil) }
    }

    /// Removes all present callers, whose answers cannot come any more; callers who wait get nil.
    ///
    /// A caller who has published and does not wait yet gets nil as soon as it waits.
    func forgetAll() {
        release { _ in true }
    }

    /// Removes all callers, and expects no more answers from here on; a second call does nothing.
    func close() {
        table.withLock { $0.isClosed = true }
        forgetAll()
    }

    /// Ends every wait whose deadline has passed, until the task is cancelled; then closes.
    ///
    /// It looks ten times a second while there are callers.
    func keepTime() async {
        for await _ in arrivals {
            while hasCallers, (try? await Task.sleep(for: .milliseconds(100))) != nil { endOverdue(at: .now) }
        }
        close()
    }

    private var hasCallers: Bool { table.withLock { !$0.callers.isEmpty } }

    private func endOverdue(at now: ContinuousClock.Instant) {
        release { caller in
            guard case .waiting(_, let deadline) = caller else { return false }
            return deadline <= now
        }
    }

    private func release(where isOver: (CallState) -> Bool) {
        let over = table.withLock { table in
            let over = table.callers.filter { isOver($0.value) }
            for id in over.keys { table.callers[id] = nil }
            return over.values
        }
        for case .waiting(let continuation, _) in over { continuation.resume(returning: nil) }
    }
}
