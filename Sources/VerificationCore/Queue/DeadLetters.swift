/// Port: what an operator does with dead letters, and with no other queue's messages.
package protocol DeadLetters: Sendable {
    /// How many messages there are; zero also where there is no such queue yet.
    func count() async throws(BrokerError) -> Int

    /// Looks at the oldest `limit` messages.
    ///
    /// While it looks, no other caller sees these messages. Afterwards they are back, in the order in which they were.
    func survey(of limit: Int) async throws(BrokerError) -> DeadLetterSurvey

    /// Shows the oldest `limit` messages, as far as a look may read; see `DeadLetterLook.isCutShort`.
    ///
    /// As `survey`, it hides these messages from every other caller while it looks, and brings them back in their order.
    func look(at limit: Int) async throws(BrokerError) -> DeadLetterLook

    /// Moves the oldest message with this name back to its own queue; see `DeadLetterReport.name`.
    ///
    /// It moves none where the message is not among the oldest `limit`, where it belongs to no queue, and where its end
    /// was not kept. Otherwise it is as `replay(limit:reason:)`.
    func replay(named name: String, among limit: Int) async -> DeadLetterReplay

    /// Moves messages back to their own queues, the oldest first, without what was noted on them when they died.
    ///
    /// A replay looks once at each message that was there when it began. A message that dies again meanwhile stays dead.
    /// A message whose end was not kept stays too, and so does a message that belongs to no queue. Where a replay ends
    /// early, or its task is cancelled, a message can be in both places, which the store recognises. It is never in
    /// neither. Two replays at once share the messages.
    ///
    /// - Parameters:
    ///   - limit: the most messages to move.
    ///   - reason: moves only dead letters for this reason; all when nil.
    /// - Returns: what was done, also when it ended early.
    func replay(limit: Int, reason: DeathReason?) async -> DeadLetterReplay

    /// Drops all messages for good, and says how many.
    func purge() async throws(BrokerError) -> Int
}

extension DeadLetters {
    /// For each reason, how many of the oldest `limit` dead letters have it; see `survey`.
    package func reasons(among limit: Int) async throws(BrokerError) -> [DeathReason: Int] {
        try await survey(of: limit).reasons
    }
}

/// What a replay of dead letters has done.
package struct DeadLetterReplay: Sendable, Hashable {
    /// Messages that are back where they came from, and dead no more.
    package var replayed = 0
    /// Messages that were there when it began, and still are.
    package var left = 0
    /// Why it ended before its time.
    package var problem: BrokerError?

    package init(replayed: Int = 0, left: Int = 0, problem: BrokerError? = nil) {
        self.replayed = replayed
        self.left = left
        self.problem = problem
    }
}
