/// What a session wants its owner to do or to know.
package enum SessionEvent: Sendable, Hashable {
    /// The SMSC accepted the bind; its name may be empty.
    case bound(systemID: String)
    /// The caller with this ticket has its answer; told exactly once for each ticket.
    case ended(ticket: UInt64, SubmitEnd)
    /// Hand this over, then call `answerDelivery` with the sequence number.
    case delivered(DeliverMessage, sequence: UInt32)
    /// Close the connection once the octets are written; nil for the end that `finish` asked for.
    case close(SMPPError?)
}
