import Synchronization

/// Resumes a waiting task with the first answer and ignores later answers.
///
/// Several threads may answer at the same time: for example the handler of a socket and the handler of a timer.
package final class FirstAnswer<Answer: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

    package init(_ continuation: CheckedContinuation<Answer, Never>) {
        self.continuation = Mutex(continuation)
    }

    /// Resumes the task, if this is the first answer.
    package func give(_ answer: Answer) {
        continuation.withLock { $0.take() }?.resume(returning: answer)
    }
}

extension FirstAnswer<Void> {
    /// Resumes the task, if this is the first answer.
    package func give() {
        give(())
    }
}
