/// Where one SMS stands, as far as verifyd can know.
package enum MessageStatus: String, Sendable, CaseIterable {
    /// A worker with a lease is sending it, or it waits for its next try.
    case sending
    /// The gateway took it, and has not said yet whether it was delivered.
    case accepted
    case delivered
    case undelivered
    case failed
    /// The gateway may or may not have it.
    case unknown
}
