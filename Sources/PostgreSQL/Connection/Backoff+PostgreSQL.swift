import Connections

extension Backoff {
    /// For another try to connect.
    static let reconnect = Backoff(base: .milliseconds(50), cap: .seconds(1))
    /// For another run of a transaction that met another transaction.
    static let conflict = Backoff(base: .milliseconds(5), cap: .milliseconds(100))
}
