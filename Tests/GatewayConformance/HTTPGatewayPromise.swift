import Testing

/// What every gateway that speaks HTTP promises besides; each case is one script that proves it.
///
/// The answers are those of any HTTP server: a proxy between worker and provider may give them too.
public enum HTTPGatewayPromise: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case readsRetryAfter = "429 is throttled, for as long as Retry-After says"
    case proxyAnswerIsUnknown = "a proxy's own 408, 409, 425, 499 or 5xx makes it unknown"
    case redirectIsNotFollowed = "a redirect is not followed"
    case unreadableSuccessIsKept = "a 2xx with an unreadable body is never sent again"
    case longAnswerIsCut = "an answer of ten megabytes is never sent again"
    case drippingHeadIsUnknown = "a head that drips in byte by byte makes it unknown, no later than the deadline"
    case drippingBodyIsKept = "a body that drips in byte by byte does not stretch the deadline"
    case nobodyListens = "a refused connection is not sent"
    case cutRequest = "a connection that is cut in the middle of a request makes it unknown"
    case cutAnswer = "an answer that is cut at any octet is never sent again"
    case noTLS = "a server that speaks no TLS gets no byte of the message"
    case silentHandshake = "a TLS server that stays silent is not sent, no later than the deadline"
    case noTime = "a deadline that has passed is not sent"
    case cancelledBefore = "a call of a task that is cancelled already is not sent"
    case earlyAnswer = "a provider that answers before it has read, and hangs up, harms no call"
    case connectionsAreUsedAgain = "connections are used again"

    /// The sentence, as a test's argument.
    public var testDescription: String { rawValue }
}
