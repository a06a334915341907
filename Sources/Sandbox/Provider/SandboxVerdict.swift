/// What the sandbox says to the sender of a message.
enum SandboxVerdict: Sendable, Hashable {
    case accepted(AcceptedID)
    /// Not taken for a reason that passes; the reason is a stable word.
    case refusedForNow(reason: String)
    /// Not taken, and never will be.
    case refusedForGood
    /// Not taken; the sender shall come back after this time, if it is known.
    case throttled(after: Duration?)
    /// Taken, and the sender gets no answer; the reason is a stable word.
    case unanswered(reason: String)
}
