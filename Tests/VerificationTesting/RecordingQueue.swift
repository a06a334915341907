import Synchronization
import VerificationCore

/// A publisher that remembers which requests were published, and answers as the test tells it.
package final class RecordingQueue: JobPublisher {
    /// A request as the caller published it; `wait` is nil when the caller wants no answer.
    package struct Published: Sendable {
        package let request: VerificationRequest
        package let context: TraceContext?
        package let wait: Duration?
    }

    private struct State {
        package var published: [Published] = []
        var problem: QueueError?
        var answer: (@Sendable (VerificationRequest) -> RequestAnswer?)?
    }

    private let state = Mutex(State())

    package init() {}

    /// In the order in which they came.
    package var published: [Published] { state.withLock { $0.published } }

    /// Makes every publish from now on throw this problem; with nil no publish throws.
    ///
    /// A request that fails with `unknown` is remembered as published.
    package func fail(with problem: QueueError?) { state.withLock { $0.problem = problem } }

    /// Sets the worker's answer to every request from now on; nil stands for a worker that does not answer in time.
    package func answer(_ answer: @escaping @Sendable (VerificationRequest) -> RequestAnswer?) {
        state.withLock { $0.answer = answer }
    }

    package var isReady: Bool { state.withLock { $0.problem == nil } }

    package func publish(_ job: Job) async throws(QueueError) {
        guard case .request(let request, let context) = job else { return }
        try note(Published(request: request, context: context, wait: nil))
    }

    package func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueError) -> RequestAnswer? {
        try note(Published(request: request, context: context, wait: wait))
        return state.withLock { $0.answer }?(request)
    }

    private func note(_ published: Published) throws(QueueError) {
        let problem = state.withLock { state in
            if state.problem != .unavailable { state.published.append(published) }
            return state.problem
        }
        if let problem { throw problem }
    }
}
