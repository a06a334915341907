/// What came back of a call that told an app of an event.
package enum EventAnswer: Sendable, Hashable {
    /// The head of an answer came; `retryAfter` is how long the receiver asks to wait.
    case answered(status: Int, retryAfter: Duration?)
    /// No answer came; the receiver may have the event or not. The reason is a stable word.
    case unanswered(reason: String)
}
