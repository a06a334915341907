import VerificationCore

/// What operators do with the queues of workers: pause and resume them.
package struct QueueService: Sendable {
    /// How a queue stands before an operator pauses or resumes it.
    package struct Standing: Sendable {
        /// Nil when the queue is not paused.
        package let pause: QueuePause?
        package let workforce: Workforce

        /// How many living workers would follow.
        package var workers: Int { workforce.living.count }
    }

    private let workers: any WorkerRegistry
    private let permits: Permits

    package init(workers: any WorkerRegistry, permits: Permits) {
        (self.workers, self.permits) = (workers, permits)
    }

    /// How the queue stands now; throws the refusal of a person who may not pause or resume it.
    package func preview(
        _ action: OperatorAction, of queue: WorkQueue, for person: Operator
    ) async throws(OperatorError) -> Standing {
        try await permits.preview(action, on: "queue \(queue.rawValue)", by: person)
        let workforce = try await asked { () throws(StoreError) in try await workers.workforce() }
        return Standing(pause: workforce.pauses[queue], workforce: workforce)
    }

    /// Pauses a queue.
    ///
    /// Where it is paused already, the first pause stays, and the answer holds its reason.
    package func pause(
        _ queue: WorkQueue, because reason: String, by person: Operator
    ) async throws(OperatorError) -> (pause: QueuePause, isNew: Bool) {
        try await permits.perform(.pauseQueue, on: "queue \(queue.rawValue)", because: reason, by: person) {
            () throws(OperatorError) in
            let standing = try await asked { () throws(StoreError) in
                try await workers.pause(queue, by: person.name.text, because: reason)
            }
            return (standing, standing.isNew ? "" : nil)
        }
    }

    /// Ends a pause; answers whether there was one.
    package func resume(
        _ queue: WorkQueue, because reason: String, by person: Operator
    ) async throws(OperatorError) -> Bool {
        try await permits.perform(.resumeQueue, on: "queue \(queue.rawValue)", because: reason, by: person) {
            () throws(OperatorError) in
            let ended = try await asked { () throws(StoreError) in try await workers.resume(queue) }
            return (ended != nil, ended.map { _ in "" })
        }
    }
}
