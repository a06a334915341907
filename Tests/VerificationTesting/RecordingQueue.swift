import Synchronization
import VerificationCore

/// Takes down what is published, and answers as a test tells it.
package final class RecordingQueue: RequestPublisher {
    /// One request as it was published.
    package struct Published: Sendable {
        package let request: VerificationRequest
        package let context: TraceContext?
        package let wait: Duration?
    }

    private struct State {
        /// In the order in which they came.
        package var published: [Published] = []
        var problem: QueueProblem?
        var answer: (@Sendable (VerificationRequest) -> RequestAnswer?)?
    }

    private let state = Mutex(State())

    package init() {}

    /// In the order in which they came.
    package var published: [Published] { state.withLock { $0.published } }

    /// From now on every publish fails like this.
    package func fail(with problem: QueueProblem?) { state.withLock { $0.problem = problem } }

    /// From now on a worker has this to say of every request.
    package func answer(_ answer: @escaping @Sendable (VerificationRequest) -> RequestAnswer?) {
        state.withLock { $0.answer = answer }
    }

    package var isReady: Bool { state.withLock { $0.problem == nil } }

    package func publish(_ request: VerificationRequest, context: TraceContext?) async throws(QueueProblem) {
        try note(Published(request: request, context: context, wait: nil))
    }

    package func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueProblem) -> RequestAnswer? {
        try note(Published(request: request, context: context, wait: wait))
        return state.withLock { $0.answer }?(request)
    }

    private func note(_ published: Published) throws(QueueProblem) {
        let problem = state.withLock { state in
            if state.problem != .unavailable { state.published.append(published) }
            return state.problem
        }
        if let problem { throw problem }
    }
}
