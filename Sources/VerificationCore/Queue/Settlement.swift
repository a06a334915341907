/// How a delivery leaves the worker; each delivery leaves it in exactly one way.
package enum Settlement: Sendable, Hashable {
    case acknowledge
    /// Into the retry queues, to come back after about this time. `because` is the error's stable word, nil when
    /// nothing went wrong. Where messages count their tries, this is one.
    ///
    /// A job whose kind has no retry queues is given back.
    case again(after: Duration, because: String? = nil)
    /// Into the retry queues without a try, to come back after about this time. The message counts how often that
    /// happens, unless `isCounted` is false, and `again` begins the count anew.
    case putOff(for: Duration, because: String? = nil, isCounted: Bool = true)
    /// To the dead letters. `body` is put aside in place of the message's own body; nil for the whole message.
    case dead(DeadLetter, body: [UInt8]? = nil)
    /// To another worker at once, as if the job had never been here.
    ///
    /// Only after `JobInbox.stopTaking`, or during a pause: otherwise it could come back here.
    case giveBack
}
