/// One try of a code, as it is counted.
package struct CheckAttempt: Sendable, Hashable {
    /// Any request's id.
    package let id: VerificationID
    package let app: AppID
    /// Whose try it is; when the caller does not say, whoever asked for the verification.
    package let clientIP: IPAddress?
    package let rules: SendingRules

    package init(id: VerificationID, app: AppID, clientIP: IPAddress? = nil, rules: SendingRules) {
        self.id = id
        self.app = app
        self.clientIP = clientIP
        self.rules = rules
    }
}

/// A try of a code that has been counted, or the reason why none was.
package enum CountedCheck: Sendable, Hashable {
    case open(OpenCheck)
    /// A limit on wrong codes admits no more for now; this one was not counted anywhere.
    case limited(LimitReached)
    /// The verification has ended; no code is right any more.
    case ended(VerificationReport)
    case keyReused
    case forgotten
    case noSuchVerification
}

/// Leave to compare one code.
package struct OpenCheck: Sendable, Hashable {
    /// The id that was asked for, which leads to the verification.
    package let request: VerificationID
    package let verification: VerificationID
    package let key: PhoneKey
    package let code: CodeRecipe
    /// How many more wrong codes are allowed if this one is wrong.
    package let remaining: Int
    /// Which address's limit it was counted for, if any; see `IPAddress.network`.
    package let network: String?
    package let rules: SendingRules
    /// The store's clock when it was counted.
    package let countedAt: Timestamp

    package init(
        request: VerificationID, verification: VerificationID, key: PhoneKey, code: CodeRecipe, remaining: Int,
        network: String?, rules: SendingRules, countedAt: Timestamp
    ) {
        self.request = request
        self.verification = verification
        self.key = key
        self.code = code
        self.remaining = remaining
        self.network = network
        self.rules = rules
        self.countedAt = countedAt
    }
}
