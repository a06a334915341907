/// One try of a code, as a caller asks for it.
package struct CheckAttempt: Sendable {
    /// Which verification is meant.
    package enum Subject: Sendable, Hashable {
        /// The verification that a request's id leads to.
        case request(VerificationID)
        /// A phone's live verification.
        case phone(PhoneKey)
    }

    package let subject: Subject
    package let app: AppID
    package let code: TypedCode
    /// The address of the person's device; nil when the caller does not say.
    ///
    /// Without it a wrong code counts for the address that asked for the verification.
    package let clientIP: IPAddress?
    package let asker: Asker
    package let rules: SendingRules
    /// Made from the call's idempotency key: the same call again has the same answer.
    package let key: KeyID?
    /// Whether the app has an endpoint for events.
    package let tellsEvents: Bool

    /// Takes the try as the caller made it; another app's verifications do not exist for `app`.
    ///
    /// Without an idempotency key each call is a new try: a right code approves once, and each wrong code counts.
    package init(
        _ subject: Subject, of app: AppID, code: TypedCode, clientIP: IPAddress? = nil,
        asker: Asker = .backend, rules: SendingRules, idempotencyKey: IdempotencyKey? = nil, tellsEvents: Bool = false
    ) {
        self.subject = subject
        self.app = app
        self.code = code
        self.clientIP = clientIP
        self.asker = asker
        self.rules = rules
        key = idempotencyKey?.checkID(of: app)
        self.tellsEvents = tellsEvents
    }
}
