/// Where a message stands among workers; only the last stage is final.
package enum MessageStage: Sendable, Hashable {
    /// A worker has promised to send it before `until`, and may be doing it now.
    case leased(until: Timestamp)
    /// It definitely did not leave; its next try is due at `until`.
    case waiting(until: Timestamp)
    case ended
}
