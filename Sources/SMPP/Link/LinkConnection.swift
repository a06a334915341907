import NIOCore

/// One connection of a link and the conversation on it.
struct LinkConnection {
    /// Tells the connections of a link apart.
    let number: Int
    var session: Session
    /// Nil until TCP is connected.
    var channel: (any Channel)?
    /// What the socket or TLS said was wrong, before the end that follows.
    var fault: SMPPError?
    var wasBound = false
}

extension LinkConnection {
    /// How a connection came to its end.
    struct End: Sendable {
        /// Nil because we wanted it.
        let reason: SMPPError?
        /// Distinguishes a connection that was lost from a connection that could not be made.
        let wasBound: Bool
    }
}
