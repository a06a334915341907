import ConnectionSupport

extension Backoff {
    /// For connections.
    static let reconnect = Backoff(base: .milliseconds(50), cap: .seconds(1))
    /// For transactions that met another transaction.
    static let conflict = Backoff(base: .milliseconds(5), cap: .milliseconds(100))
}
