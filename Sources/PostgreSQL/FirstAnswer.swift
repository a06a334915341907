import Synchronization

/// Resumes with the first answer and ignores the others.
final class FirstAnswer<Answer: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

    init(_ continuation: CheckedContinuation<Answer, Never>) {
        self.continuation = Mutex(continuation)
    }

    func give(_ answer: Answer) {
        continuation.withLock { $0.take() }?.resume(returning: answer)
    }
}
