/// A queue or an exchange that exists with other settings than it was declared with; it is used as it is.
package struct AMQPMismatch: Sendable, Equatable {
    package let name: String
    /// Which setting differs, in the broker's words.
    package let reason: String
}
