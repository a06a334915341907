import Connections

extension Backoff {
    /// For a message that the broker does not take at present.
    static let moving = Backoff(base: .milliseconds(100), cap: .seconds(5))
}
