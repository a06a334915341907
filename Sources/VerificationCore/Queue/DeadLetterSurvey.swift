/// What a look at the oldest dead letters has found.
package struct DeadLetterSurvey: Sendable, Hashable {
    /// A message that was looked at.
    package struct Found: Sendable, Hashable {
        /// The queue to which a replay moves the message back; nil where the message does not name it.
        package let kind: WorkQueue?
        /// Why it was dead-lettered.
        package let reason: DeathReason
        /// Until when the request is worth serving; nil for what is no request, or cannot be read.
        package let deadline: Timestamp?
        /// Whether all of it was kept.
        package let isWhole: Bool

        package init(kind: WorkQueue?, reason: DeathReason, deadline: Timestamp?, isWhole: Bool) {
            (self.kind, self.reason, self.deadline, self.isWhole) = (kind, reason, deadline, isWhole)
        }

        /// A message whose end was not kept stays, and so does a message that belongs to no queue.
        fileprivate var isReplayable: Bool { isWhole && kind != nil }
    }

    /// How many messages there were, also those that were not looked at.
    package let present: Int
    /// The oldest first.
    package let found: [Found]

    package init(present: Int, found: [Found]) {
        (self.present, self.found) = (present, found)
    }

    /// How many dead letters there are for each reason.
    package var reasons: [DeathReason: Int] { found.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 } }

    /// How many of the messages belong to each queue, and how many belong to none.
    package var kinds: [WorkQueue?: Int] { found.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } }

    /// The messages that a replay would move, the oldest first.
    ///
    /// `reason`: only dead letters for this reason; all when nil.
    package func replayable(limit: Int, reason: DeathReason?) -> [Found] {
        Array(found.lazy.filter { $0.isReplayable && (reason ?? $0.reason) == $0.reason }.prefix(limit))
    }
}

extension [DeadLetterSurvey.Found] {
    /// How many are requests whose deadline has passed: after a replay they end as expired, and nothing is sent.
    package func expired(at moment: Timestamp) -> Int { count { $0.deadline.map { $0 <= moment } ?? false } }
}
