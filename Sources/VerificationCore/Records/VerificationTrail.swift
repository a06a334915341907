/// What is on record around a verification, for operators: the requests that joined it, and its events.
package struct VerificationTrail: Sendable, Hashable {
    /// A request that led to the verification after the first.
    package struct Joined: Sendable, Hashable {
        package let id: VerificationID
        package let outcome: NewRequest.Outcome
        /// The ordinal of the message that it caused; nil when it caused no message.
        package let message: Int?
        /// When a worker decided it, by the store's clock.
        package let at: Timestamp
        package let trace: TraceID?

        package init(
            id: VerificationID, outcome: NewRequest.Outcome, message: Int?, at: Timestamp, trace: TraceID?
        ) {
            (self.id, self.outcome, self.message, self.at, self.trace) = (id, outcome, message, at, trace)
        }
    }

    /// An event that no worker has handed to the broker yet.
    package struct Waiting: Sendable, Hashable {
        package let sequence: Int
        package let kind: EventKind
        /// The ordinal of the message that changed; nil when the verification itself changed.
        package let message: Int?
        package let at: Timestamp

        package init(sequence: Int, kind: EventKind, message: Int?, at: Timestamp) {
            (self.sequence, self.kind, self.message, self.at) = (sequence, kind, message, at)
        }
    }

    /// The oldest first.
    package let joined: [Joined]
    /// Whether more requests joined than were read.
    package let isCutShort: Bool
    /// How many events it has had; 0 also for an app without an endpoint.
    package let eventCount: Int
    /// The first of those that wait.
    package let waiting: [Waiting]

    package init(joined: [Joined], isCutShort: Bool, eventCount: Int, waiting: [Waiting]) {
        (self.joined, self.isCutShort) = (joined, isCutShort)
        (self.eventCount, self.waiting) = (eventCount, waiting)
    }
}
