/// Where one SMS stands, as far as anybody can know.
package enum MessageStatus: String, Sendable, CaseIterable {
    /// Promised to a gateway by a worker with a lease, or waiting for its next try.
    case sending
    /// The gateway took it; nobody knows yet whether it was delivered.
    case accepted
    case delivered
    case undelivered
    case failed
    /// The gateway may or may not have it.
    case unknown
}
