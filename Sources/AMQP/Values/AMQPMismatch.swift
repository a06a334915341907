/// A queue or an exchange that exists, but not with the settings declared here; it is used as it is.
package struct AMQPMismatch: Sendable, Equatable {
    package let name: String
    /// Which setting differs, quoted from the broker.
    package let reason: String
}
