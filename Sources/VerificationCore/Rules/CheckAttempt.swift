/// One try of a code.
package struct CheckAttempt: Sendable {
    /// Which verification is meant.
    package enum Subject: Sendable, Hashable {
        /// Any request's id.
        case request(VerificationID)
        /// A phone's live verification.
        case phone(PhoneKey)
    }

    package let subject: Subject
    package let app: AppID
    package let code: TypedCode
    /// Whose try it is; when the caller does not say, the address counts that asked for the verification.
    package let clientIP: IPAddress?
    package let rules: SendingRules
    /// Of the call's idempotency key: the same call again has the same answer.
    package let key: KeyID?

    /// Another app's verifications do not exist for `app`.
    ///
    /// Without a key a code approves once, and each wrong one counts.
    package init(
        _ subject: Subject, of app: AppID, code: TypedCode, clientIP: IPAddress? = nil, rules: SendingRules,
        idempotencyKey: IdempotencyKey? = nil
    ) {
        self.subject = subject
        self.app = app
        self.code = code
        self.clientIP = clientIP
        self.rules = rules
        key = idempotencyKey?.checkID(of: app)
    }
}
