import Testing

/// What every gateway promises; each case is one script that proves it.
public enum GatewayPromise: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case acceptedArrivesOnce = "an accepted message has reached the provider once, whole, under its own id"
    case sameIDInEveryTry = "a second try carries the same id, if the provider takes ids"
    case manyAtOnce = "a hundred calls at once reach the provider once each, with ids of their own"
    case refusalIsFinal = "a final no is refused, not to be tried again"
    case passingFaultMayBeRetried = "a passing fault is refused or throttled, to be tried again"
    case busyIsThrottled = "a busy provider is throttled, and no message arrives"
    case silenceIsUnknown = "a provider that stays silent makes it unknown, no later than the deadline"
    case lostAnswerIsUnknown = "a lost answer makes it unknown, and the gateway itself does not try again"
    case cancelledIsUnknown = "a cancelled call ends without waiting for the provider, as unknown"
    case hasName = "a gateway has a name that fits metrics, the same every time"

    /// The sentence, as a test's argument.
    public var testDescription: String { rawValue }
}
