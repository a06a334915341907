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

    /// How long a pause with an end may last; a longer pause is a decision for which an operator comes back.
    package static let durations = Duration.seconds(60)...Duration.seconds(7 * 86_400)

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

    /// Pauses a queue; `duration`: nil for a pause that lasts until an operator resumes the queue.
    ///
    /// Where it is paused already, the first pause stays with its end, and the answer holds its reason.
    package func pause(
        _ queue: WorkQueue, lasting duration: Duration? = nil, because reason: String, by person: Operator
    ) async throws(OperatorError) -> (pause: QueuePause, isNew: Bool) {
        try await permits.perform(.pauseQueue, on: "queue \(queue.rawValue)", because: reason, by: person) {
            () throws(OperatorError) in
            try Self.check(duration)
            let standing = try await asked { () throws(StoreError) in
                try await workers.pause(queue, by: person.name.text, because: reason, lasting: duration)
            }
            let end = standing.pause.until.map { "until \($0.rfc3339)" } ?? ""
            return (standing, standing.isNew ? end : nil)
        }
    }

    /// Throws for a duration that no pause may have.
    package static func check(_ duration: Duration?) throws(OperatorError) {
        guard duration.map(durations.contains) ?? true else {
            throw .unusable("A pause with an end lasts 1 minute to 7 days.")
        }
    }

    /// Removes the pauses that have ended by themselves, and notes each in the audit; tries again until its task ends.
    ///
    /// `rest` waits, and less long when the task is cancelled. Workers need none of this: they go by the clock.
    package func settle(rest: (Duration) async -> Void) async {
        while !Task.isCancelled {
            // While the database is away the rows stay, and the next call removes them.
            try? await workers.settlePauses()
            await rest(.seconds(5))
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
