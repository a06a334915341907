import Foundation

/// The first of an answer, the end of its time and the caller's cancellation; what comes later counts for nothing.
///
/// A transport may ignore its time-out and its cancellation. The caller waits for neither.
final class FirstAnswer<Value: Sendable>: @unchecked Sendable {
    // Unchecked: only the lock's holder touches the two values.
    private let lock = NSLock()
    private var waiting: CheckedContinuation<Value, any Error>?
    private var result: Result<Value, any Error>?

    /// Runs work, and waits no longer than a time.
    ///
    /// - Throws: what the work throws; ``TimeIsOver`` after the time; `CancellationError` at once.
    static func of(
        within seconds: TimeInterval, by time: ClientTime, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let answer = FirstAnswer()
        let worker = Task {
            do { answer.settle(.success(try await work())) } catch { answer.settle(.failure(error)) }
        }
        let timer = Task {
            // A sleep that was cancelled has nothing to end.
            guard (try? await time.expire(seconds)) != nil else { return }
            answer.settle(.failure(TimeIsOver()))
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer.wait($0) }
        } onCancel: {
            answer.settle(.failure(CancellationError()))
        }
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        lock.lock()
        let result = self.result
        if result == nil { waiting = continuation }
        lock.unlock()
        if let result { continuation.resume(with: result) }
    }

    private func settle(_ result: Result<Value, any Error>) {
        lock.lock()
        let waiting = self.waiting
        self.waiting = nil
        if self.result == nil { self.result = result }
        lock.unlock()
        waiting?.resume(with: result)
    }
}

/// No answer came in time.
struct TimeIsOver: Error {}
