import VerificationCore

extension TallyKind {
    /// What failed, in a few words; for a kind that is no failure its own word.
    var failureWords: String { failure?.words ?? rawValue }

    /// What a failure of this kind means for the person who waits for a code.
    var failureMeaning: String { failure?.meaning ?? "" }

    private var failure: (words: String, meaning: String)? {
        switch self {
        case .limited: ("held by a limit", "The person asked too often, or too many people did. Nothing was sent.")
        case .refused: ("refused by a rule", "A worker did not serve the number. Nothing was sent.")
        case .late: ("too late", "The request waited past its deadline. Nothing was sent.")
        case .undelivered: ("not delivered", "A gateway took the message, and says that it will not arrive.")
        case .failed: ("not sent", "No gateway took the message, and nobody tries again.")
        case .turnedAway: ("turned away by the API", "The API did not serve the number. Nothing was sent.")
        case .notQueued:
            (
                "not queued",
                "The broker did not confirm the request, and the app was told so. With the reason unknown the broker "
                    + "may have the request all the same."
            )
        case .checkLimited: ("check held by a limit", "Too many wrong codes were typed. This code was not looked at.")
        case .callRefused: ("call refused", "A gateway refused a message. Another gateway may have taken it.")
        case .callThrottled: ("call throttled", "A gateway was busy. The message waits or takes another way.")
        case .callUnknown: ("call without an answer", "Nobody knows whether the message left.")
        case .started, .sent, .resent, .duplicate, .accepted, .awaited, .delivered, .approved, .wrongCode, .exhausted,
            .callAccepted, .apiAlive, .wait, .callTime, .eventTold, .eventFailed, .eventPutOff, .eventGivenUp:
            nil
        }
    }
}
