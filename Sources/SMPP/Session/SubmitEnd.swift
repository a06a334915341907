/// The outcome of a `submit_sm`.
package enum SubmitEnd: Sendable, Hashable {
    /// The SMSC has the message, under this id; empty where the SMSC gave no id.
    case accepted(messageID: String)
    /// The SMSC answered that it has not taken the message.
    case refused(CommandStatus)
    /// No octet of it was ever written to the socket.
    case notSent(NotSentReason)
    /// It was written, and nobody can know whether the SMSC took it.
    case unknown(UnknownReason)

    /// Why a message was never written; each raw value is a stable identifier.
    package enum NotSentReason: String, Sendable, Hashable, CaseIterable {
        /// There is no bound connection.
        case notBound = "not-bound"
        /// The window was full until the deadline.
        case noPlaceInTime = "no-place-in-time"
        /// The link is being shut down.
        case closed
        /// The caller's task was cancelled while the message waited for its place.
        case cancelled
        /// A field of the message does not fit the protocol.
        case unwritable = "message-unwritable"
    }

    /// Why nobody can know it; each raw value is a stable identifier.
    package enum UnknownReason: String, Sendable, Hashable, CaseIterable {
        case connectionLost = "connection-lost"
        case timeout
        case unreadableAnswer = "unreadable-answer"
        /// The caller's task was cancelled while the SMSC's answer was awaited.
        case cancelled
    }
}
