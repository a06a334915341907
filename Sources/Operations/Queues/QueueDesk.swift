import VerificationCore

/// What operators do with queues: pause, resume, and see to what was put aside.
package struct QueueDesk: Sendable {
    /// How many dead messages are looked into for their reasons, the oldest first.
    package static let mostLookedInto = 1_000
    /// How many messages a replay moves at most.
    package static let mostReplayed = 10_000

    private let pauses: any WorkerRegistry
    private let dead: any DeadLetters
    private let permits: Permits

    package init(pauses: any WorkerRegistry, dead: any DeadLetters, permits: Permits) {
        (self.pauses, self.dead, self.permits) = (pauses, dead, permits)
    }

    /// Whether the person may pause and resume; throws the refusal.
    package func previewPause(of queue: WorkQueue, for person: Operator) async throws(OperatorProblem) {
        try await permits.preview(.pauseQueue, on: "queue \(queue.rawValue)", by: person)
    }

    /// Pauses a queue.
    ///
    /// Where it is paused already, the first pause stays, and its words are answered.
    package func pause(
        _ queue: WorkQueue, because reason: String, by person: Operator
    ) async throws(OperatorProblem) -> (pause: QueuePause, isNew: Bool) {
        var standing: (pause: QueuePause, isNew: Bool)?
        try await permits.perform(.pauseQueue, on: "queue \(queue.rawValue)", because: reason, by: person) {
            () throws(OperatorProblem) in
            let result = try await asked { () throws(StoreProblem) in
                try await pauses.pause(queue, by: person.name.text, because: reason)
            }
            standing = result
            return result.isNew ? "" : "was paused already"
        }
        guard let standing else { throw .store(.unavailable) }
        return standing
    }

    /// Ends a pause; answers whether there was one.
    package func resume(
        _ queue: WorkQueue, because reason: String, by person: Operator
    ) async throws(OperatorProblem) -> Bool {
        var wasPaused = false
        try await permits.perform(.resumeQueue, on: "queue \(queue.rawValue)", because: reason, by: person) {
            () throws(OperatorProblem) in
            let ended = try await asked { () throws(StoreProblem) in try await pauses.resume(queue) }
            wasPaused = ended != nil
            return wasPaused ? "" : "was not paused"
        }
        return wasPaused
    }

    /// How many messages are dead, and of which kinds and for which reasons the oldest of them are.
    package func deadLetters(
        before deed: OperatorDeed, for person: Operator
    ) async throws(OperatorProblem) -> DeadLetterSurvey {
        try await permits.preview(deed, on: "dead letters", by: person)
        return try await askedBroker { () throws(BrokerProblem) in
            try await dead.survey(of: Self.mostLookedInto)
        }
    }

    /// Moves dead messages back to the queues that they came from; answers what was done, also when it ended early.
    ///
    /// `reason`: only messages that were put aside for this reason; all when nil.
    package func replay(
        _ reason: DeathReason?, limit: Int, because words: String, by person: Operator
    ) async throws(OperatorProblem) -> DeadLetterReplay {
        var replay = DeadLetterReplay()
        let subject = "dead letters" + (reason.map { " of \($0.word)" } ?? "")
        try await permits.perform(.replayDeadLetters, on: subject, because: words, by: person) {
            () throws(OperatorProblem) in
            replay = await dead.replay(limit: min(limit, Self.mostReplayed), reason: reason)
            if replay.replayed == 0, let problem = replay.problem { throw .broker(problem) }
            return "\(replay.replayed) moved, \(replay.left) left"
        }
        return replay
    }

    /// Drops all dead messages for good; answers how many there were.
    package func purge(because words: String, by person: Operator) async throws(OperatorProblem) -> Int {
        var count = 0
        try await permits.perform(.purgeDeadLetters, on: "dead letters", because: words, by: person) {
            () throws(OperatorProblem) in
            count = try await askedBroker { () throws(BrokerProblem) in try await dead.purge() }
            return "\(count) dropped"
        }
        return count
    }
}
