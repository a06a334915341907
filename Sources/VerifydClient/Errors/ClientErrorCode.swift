/// What an error of a ``VerifydClient`` is about: a code of the API, or one of the client's own.
///
/// Codes never change. A later version of verifyd may send codes that are not listed here; they are kept as they come.
public struct ClientErrorCode: RawRepresentable, Sendable, Hashable {
    /// The code, for example `limit-reached`.
    public let rawValue: String

    /// Makes a code.
    ///
    /// - Parameter rawValue: the code, for example `limit-reached`.
    public init(rawValue: String) { self.rawValue = rawValue }
}

// What the client finds itself.
extension ClientErrorCode {
    /// No answer came in time, so the outcome is unknown.
    ///
    /// Repeat the call with the error's ``ClientError/idempotencyKey``: that does nothing twice.
    public static let noAnswer = Self(rawValue: "no-answer")
    /// Something else than verifyd answered, for example a proxy with a page in HTML.
    public static let unexpectedAnswer = Self(rawValue: "unexpected-answer")
    /// The URL, the API key or a secret cannot be used.
    public static let invalidConfiguration = Self(rawValue: "invalid-configuration")
}

// What the caller has to change.
extension ClientErrorCode {
    /// 401: there is no live key; it is wrong or revoked.
    public static let unauthorized = Self(rawValue: "unauthorized")
    /// 403: the call needs a key of the scope `admin`.
    public static let insufficientScope = Self(rawValue: "insufficient-scope")
    /// 400: no number that can get an SMS; `reason` says why.
    public static let invalidPhoneNumber = Self(rawValue: "invalid-phone-number")
    /// 400: no language tag.
    public static let invalidLanguageCode = Self(rawValue: "invalid-language-code")
    /// 400: no address.
    public static let invalidClientIP = Self(rawValue: "invalid-client-ip")
    /// 400: too many entries, or one that is too long.
    public static let invalidMetadata = Self(rawValue: "invalid-metadata")
    /// 400: not the 11 characters that Android computes.
    public static let invalidAppSignatureHash = Self(rawValue: "invalid-app-signature-hash")
    /// 400: no host name.
    public static let invalidWebOTPDomain = Self(rawValue: "invalid-web-otp-domain")
    /// 400: no host name, or no `webOTPDomain` beside it.
    public static let invalidWebOTPEmbeddedDomain = Self(rawValue: "invalid-web-otp-embedded-domain")
    /// 400: no 4 to 10 digits.
    ///
    /// A check answers ``CheckOutcome/wrong(remainingChecks:)`` instead.
    public static let invalidCodeFormat = Self(rawValue: "invalid-code-format")
    /// 400: the fixed code of a test number is not 4 to 10 digits.
    public static let invalidCode = Self(rawValue: "invalid-code")
    /// 400: no time to come.
    public static let invalidExpiresAt = Self(rawValue: "invalid-expires-at")
    /// 400: no scenario of test numbers.
    public static let invalidScenario = Self(rawValue: "invalid-scenario")
    /// 400: not 1 to 255 printable ASCII characters.
    public static let invalidIdempotencyKey = Self(rawValue: "invalid-idempotency-key")
    /// 400: a page has 1 to 100 verifications.
    public static let invalidPageSize = Self(rawValue: "invalid-page-size")
    /// 400: not the token of an earlier page.
    public static let invalidPageToken = Self(rawValue: "invalid-page-token")
    /// 422: the key belongs to a call that asked for something else; nothing was done.
    public static let idempotencyKeyReused = Self(rawValue: "idempotency-key-reused")
}

// What the server has decided, and a repetition does not change at once.
extension ClientErrorCode {
    /// 403: the app does not serve this number; `reason` says why.
    public static let verificationRefused = Self(rawValue: "verification-refused")
    /// 404: this app has no such verification.
    public static let verificationNotFound = Self(rawValue: "verification-not-found")
    /// 404: this app has no such test number.
    public static let testNumberNotFound = Self(rawValue: "test-number-not-found")
    /// 409: the verification has ended.
    ///
    /// A check answers ``CheckOutcome/ended(_:)`` instead.
    public static let verificationEnded = Self(rawValue: "verification-ended")
    /// 409: the request expired in the queue, and nothing was sent; start again.
    public static let requestExpired = Self(rawValue: "request-expired")
    /// 409: this app has really sent to the number, so it cannot be a test number.
    public static let numberInUse = Self(rawValue: "number-in-use")
    /// 409: the app has as many test numbers as it may have.
    public static let tooManyTestNumbers = Self(rawValue: "too-many-test-numbers")
    /// 429: a limit admits no more for ``ClientError/retryAfter`` seconds; `reason` names it.
    public static let limitReached = Self(rawValue: "limit-reached")
    /// 500: a mistake of verifyd, which its log describes.
    public static let internalError = Self(rawValue: "internal-error")
}

// What passes by itself; the client has repeated the call until its deadline.
extension ClientErrorCode {
    /// 409: no worker has seen the request yet.
    public static let verificationQueued = Self(rawValue: "verification-queued")
    /// 429: the app calls far more often than it may send.
    public static let tooManyRequests = Self(rawValue: "too-many-requests")
    /// 503: the queue is away, and nothing was accepted.
    public static let queueUnavailable = Self(rawValue: "queue-unavailable")
    /// 503: the queue may have the request.
    ///
    /// The error's ``ClientError/verificationID`` names it.
    public static let queueUnconfirmed = Self(rawValue: "queue-unconfirmed")
    /// 503: the database does not answer; `detail` says whether something may have been done.
    public static let storageUnavailable = Self(rawValue: "storage-unavailable")
    /// 503: an operator is changing the keys, and nothing was done.
    public static let codeKeyUnavailable = Self(rawValue: "code-key-unavailable")
    /// 408: the body did not arrive in time.
    public static let bodyTooSlow = Self(rawValue: "body-too-slow")
}
