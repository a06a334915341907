/// How a delivery leaves the worker, and the answer for a caller who waits for it.
///
/// The handler of each kind of job returns one for each delivery, so a delivery leaves in exactly one way. Only requests
/// have answers, and a request that is put off or given back has none yet.
package enum Settlement: Sendable, Hashable {
    /// Off the queue for good.
    case acknowledge(RequestAnswer? = nil)
    /// Into the retry queues, to come back after about this time. `because` is the error's stable word, nil when
    /// nothing went wrong. Where messages count their tries, this is one.
    ///
    /// A job whose kind has no retry queues is given back.
    case again(after: Duration, because: String? = nil, answer: RequestAnswer? = nil)
    /// Into the retry queues without a try, to come back after about this time. The message counts how often that
    /// happens, unless `isCounted` is false, and `again` begins the count anew.
    case putOff(for: Duration, because: String? = nil, isCounted: Bool = true)
    /// To the dead letters. `body` is kept in place of the message's own body; nil for the whole message.
    case dead(DeadLetter, body: [UInt8]? = nil, answer: RequestAnswer? = nil)
    /// To another worker at once, as if the job had never been here.
    ///
    /// Only after `JobInbox.stopTaking`, or during a pause: otherwise it could come back here.
    case giveBack

    /// What the caller who waits hears; nil when nobody can wait, or when another worker will answer.
    package var answer: RequestAnswer? {
        switch self {
        case .acknowledge(let answer), .again(_, _, let answer), .dead(_, _, let answer): answer
        case .putOff, .giveBack: nil
        }
    }
}
