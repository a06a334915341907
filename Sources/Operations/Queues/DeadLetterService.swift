import VerificationCore

/// What operators do with dead letters: replay them, or drop them.
///
/// It asks only the broker.
package struct DeadLetterService: Sendable {
    /// How many dead messages are looked into, the oldest first.
    package static let mostLookedInto = 1_000

    /// How many dead letters a page shows, the oldest first.
    package static let mostShown = 50

    /// What a replay would do, as far as the oldest messages tell.
    package struct ReplayPlan: Sendable {
        package let survey: DeadLetterSurvey
        /// How many of the messages that were looked into would go back to their queues.
        package let moved: Int
        /// How many of these are past their deadline: nothing would be sent for them.
        package let expired: Int
    }

    private let dead: any DeadLetters
    private let permits: Permits
    private let now: @Sendable () -> Timestamp
    /// What a page shows.
    ///
    /// While a process looks, no other process sees the letters, so a process has one look at a time.
    private let oldest: CachedQuery<DeadLetterLook>

    /// `now`: the clock that decides whether a message is past its deadline.
    package init(dead: any DeadLetters, permits: Permits, now: @escaping @Sendable () -> Timestamp) {
        (self.dead, self.permits, self.now) = (dead, permits, now)
        oldest = CachedQuery(freshness: .seconds(3), patience: .seconds(8), now: now) {
            try await dead.look(at: Self.mostShown)
        }
    }

    /// Throws the refusal of a person who may not replay, before the caller reads the person's reason.
    package func admit(_ person: Operator) async throws(OperatorError) {
        try await permits.preview(.replayDeadLetters, on: "dead letters", by: person)
    }

    /// What a replay of dead letters for `reason` would do; of all messages when it is nil.
    package func previewReplay(
        of reason: DeathReason?, limit: Int, for person: Operator
    ) async throws(OperatorError) -> ReplayPlan {
        let survey = try await survey(before: .replayDeadLetters, for: person)
        let moved = survey.replayable(limit: limit, reason: reason)
        return ReplayPlan(survey: survey, moved: moved.count, expired: moved.expired(at: now()))
    }

    /// How many messages a purge would drop, and the kinds and reasons of the oldest of them.
    package func previewPurge(for person: Operator) async throws(OperatorError) -> DeadLetterSurvey {
        try await survey(before: .purgeDeadLetters, for: person)
    }

    /// Moves dead messages back to the queues that they came from; answers what was done, also when it ended early.
    ///
    /// `reason`: only dead letters for this reason; all when nil.
    package func replay(
        _ reason: DeathReason?, limit: Int, because words: String, by person: Operator
    ) async throws(OperatorError) -> DeadLetterReplay {
        let subject = "dead letters" + (reason.map { " of \($0.word)" } ?? "")
        return try await permits.perform(.replayDeadLetters, on: subject, because: words, by: person) {
            () throws(OperatorError) in
            let replay = await dead.replay(limit: limit, reason: reason)
            guard replay.replayed == 0 else { return (replay, "\(replay.replayed) moved, \(replay.left) left") }
            if let problem = replay.problem { throw .broker(problem) }
            return (replay, nil)
        }
    }

    /// Drops all dead messages for good; answers how many were dropped, and how many of those that were there are left.
    package func purge(
        because words: String, by person: Operator
    ) async throws(OperatorError) -> (dropped: Int, left: Int) {
        try await permits.perform(.purgeDeadLetters, on: "dead letters", because: words, by: person) {
            () throws(OperatorError) in
            let present = try await askedBroker { () throws(BrokerError) in try await dead.count() }
            guard present > 0 else { return ((dropped: 0, left: 0), nil) }
            let dropped = try await askedBroker { () throws(BrokerError) in try await dead.purge() }
            return ((dropped, max(0, present - dropped)), dropped > 0 ? "\(dropped) dropped" : nil)
        }
    }

    private func survey(
        before action: OperatorAction, for person: Operator
    ) async throws(OperatorError) -> DeadLetterSurvey {
        try await permits.preview(action, on: "dead letters", by: person)
        return try await askedBroker { () throws(BrokerError) in
            try await dead.survey(of: Self.mostLookedInto)
        }
    }
}

/// What operators do with a single dead letter: look at it, or replay it.
extension DeadLetterService {
    /// The oldest dead letters; what was last known of them while the broker gives no answer.
    package func oldestLetters(for person: Operator) async throws(OperatorError) -> Cached<DeadLetterLook> {
        try await permits.look(at: "dead letters", by: person)
        return await oldest.look()
    }

    /// The oldest dead letters, as the broker has them now.
    package func letters(limit: Int, for person: Operator) async throws(OperatorError) -> DeadLetterLook {
        try await permits.look(at: "dead letters", by: person)
        return try await askedBroker { () throws(BrokerError) in try await dead.look(at: limit) }
    }

    /// The oldest dead letter with this name, among those that are looked into.
    package func letter(named name: String, for person: Operator) async throws(OperatorError) -> DeadLetterReport {
        // RabbitMQ's own page may show an id in capitals.
        let name = name.lowercased()
        let known = oldest.last.current?.letters.first { $0.name == name }
        if let known {
            try await permits.look(at: "dead letters", by: person)
            return known
        }
        let look = try await letters(limit: Self.mostLookedInto, for: person)
        guard let letter = look.letters.first(where: { $0.name == name }) else {
            throw .nothing("such dead letter among the oldest \(look.letters.count)")
        }
        return letter
    }

    /// The dead letter that a replay would move, and whether it is past its deadline, so that nothing would be sent for it.
    package func previewReplay(
        named name: String, for person: Operator
    ) async throws(OperatorError) -> (letter: DeadLetterReport, isExpired: Bool) {
        try await permits.preview(.replayDeadLetters, on: "dead letters", by: person)
        let letter = try await letter(named: name, for: person)
        return (letter, letter.content.deadline.map { $0 <= now() } ?? false)
    }

    /// Moves the oldest dead letter with this name back to the queue that it came from.
    ///
    /// A letter that cannot be replayed, or is no longer there, stays as it is and leaves no line in the audit.
    package func replay(
        named name: String, because words: String, by person: Operator
    ) async throws(OperatorError) {
        try await permits.preview(.replayDeadLetters, on: "dead letters", by: person)
        let name = name.lowercased()
        guard DeadLetterReport.isName(name) else { throw .nothing("such dead letter") }
        defer { oldest.expire() }
        let isMoved = try await permits.perform(
            .replayDeadLetters, on: "dead letter \(name)", because: words, by: person
        ) { () throws(OperatorError) -> (value: Bool, done: String?) in
            let replay = await dead.replay(named: name, among: Self.mostLookedInto)
            guard replay.replayed == 0 else { return (true, "moved") }
            if let problem = replay.problem { throw .broker(problem) }
            return (false, nil)
        }
        guard isMoved else { throw .nothing("such dead letter that can be replayed") }
    }
}
