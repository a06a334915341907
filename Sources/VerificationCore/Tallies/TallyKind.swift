/// What is counted for an operator's pages; test numbers are in no count.
///
/// An event counts in one of two minutes, see `countsAtBeginning`:
/// - What a person notices counts in the minute in which the verification began. So of the verifications that began at
///   03:05, the share of the approved grows until their codes are over, and then means something. An id of an idempotency
///   key tells no minute. Then the request's time counts, or the verification's, and where neither is known the present.
/// - What the machines do counts in the minute in which it happens.
package enum TallyKind: String, Sendable, CaseIterable {
    // MARK: In the minute in which the request or its verification began

    /// The API has put a request on the queue; a repeated call counts again.
    ///
    /// A request that a backend puts on the queue itself counts with its verdict only.
    case started
    /// A worker's verdict: the first message of a new verification.
    case sent
    /// A worker's verdict: a further message of a live verification.
    case resent
    /// A worker's verdict: the request joins a live verification, whose message is young.
    case duplicate
    /// A worker's verdict; the reason is the limit.
    case limited
    /// A worker's verdict; the reason is that of the refusal.
    case refused
    /// A worker's verdict: the request's deadline had passed.
    case late
    /// A gateway has taken a message; the reason is `again` for the second message of a verification and later messages.
    case accepted
    /// A gateway that reports delivery has taken a first message within a minute of its request; it counts as `accepted`
    /// as well.
    case awaited
    /// A provider says that the phone has the message; the reason is as with `accepted`.
    case delivered
    /// A provider says that the message will not arrive, and why; the message may be delivered later nevertheless.
    case undelivered
    /// A message has definitely not left and never will; the reason is the last gateway's.
    case failed
    /// The right code was typed; a call that repeats its idempotency key counts again.
    case approved
    /// A wrong code was typed, and counted.
    case wrongCode = "wrong-code"
    /// The last wrong code that the verification admits; it counts as `wrongCode` as well.
    case exhausted

    // MARK: In the minute in which it happens

    /// The API refused a number that every worker would refuse; not `started`.
    case turnedAway = "turned-away"
    /// The broker has not confirmed a request; not `started`, though the broker may have it.
    case notQueued = "not-queued"
    /// A limit on wrong codes held a try; the reason is the limit.
    case checkLimited = "check-limited"
    /// A gateway's call; a message may need several calls.
    case callAccepted = "call-accepted"
    /// A gateway's call: the message did not leave; the reason is the gateway's.
    case callRefused = "call-refused"
    /// A gateway's call: the provider was busy.
    case callThrottled = "call-throttled"
    /// A gateway's call: nobody knows whether the message left; the reason is the gateway's.
    case callUnknown = "call-unknown"
    /// An API process was there; it says so about every five seconds, and the count has no app and no region.
    case apiAlive = "api-alive"
    /// How long a request waited from its call to its verdict; the reason is the `TimeBucket`.
    ///
    /// It has no app and no region.
    case wait
    /// How long a gateway's call took; the reason is the `TimeBucket`, and it has no app and no region.
    case callTime = "call-time"
    /// An app's endpoint has taken an event.
    case eventTold = "event-told"
    /// A call of an app's endpoint failed, and the event is tried again; the reason is the answer.
    case eventFailed = "event-failed"
    /// An event was put off without a call, for example because the last calls of its app's endpoint failed.
    case eventPutOff = "event-put-off"
    /// An event is never told; the reason is an `EventSchedule.Reason`.
    case eventGivenUp = "event-given-up"

    /// Whether the event counts in the minute in which its request or verification began.
    package var countsAtBeginning: Bool {
        switch self {
        case .started, .sent, .resent, .duplicate, .limited, .refused, .late, .accepted, .awaited, .delivered,
            .undelivered, .failed, .approved, .wrongCode, .exhausted:
            true
        case .turnedAway, .notQueued, .checkLimited, .callAccepted, .callRefused, .callThrottled, .callUnknown,
            .apiAlive,
            .wait, .callTime, .eventTold, .eventFailed, .eventPutOff, .eventGivenUp:
            false
        }
    }
}
