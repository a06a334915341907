/// Where a message stands among workers; only `ended` is final.
package enum MessageStage: Sendable, Hashable {
    /// A worker has promised to send it before `until`, and may be doing it now.
    case leased(until: Timestamp)
    /// No worker sends it now; its next try is due at `until`.
    case waiting(until: Timestamp)
    case ended
}
