/// Port: sessions, limits and messages.
///
/// All times and all rules use the store's clock.
package protocol VerificationStore: Sendable {
    /// Locks the phone, lets the rule book decide, and returns once the verdict is on disk.
    ///
    /// Concurrent calls share transactions. Safe to repeat after an error: a claim that was saved after all is then
    /// found on record.
    func claim(_ claim: Claim) async throws(StoreProblem) -> Verdict

    /// Saves what became of a send.
    ///
    /// - Returns: false when the order's fence is stale, that is, when another worker has taken the message over;
    ///   nothing was changed then.
    func record(_ record: SendRecord) async throws(StoreProblem) -> Bool

    /// The verification that `id` leads to, which may be any request's; nil when there is none of this app.
    func verification(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> VerificationReport?

    /// Counts one try of a code, before anybody compares it.
    func countCheck(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> CountedCheck

    /// Ends a counted check. Of many right codes at once exactly one approves.
    ///
    /// - Returns: the verification afterwards, and whether this very call approved it.
    func finishCheck(
        _ check: OpenCheck, isRight: Bool
    ) async throws(StoreProblem) -> (report: VerificationReport, approved: Bool)

    /// Ends a pending verification; one that has ended already stays as it is. Nil when there is none of this app.
    func cancel(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> VerificationReport?

    /// Returns when the store has answered.
    func ping() async throws(StoreProblem)
}

/// Port: tenants and their keys.
///
/// Answers from memory where it can, so that it works while the store is away.
package protocol AppDirectory: Sendable {
    func app(_ id: AppID) async throws(StoreProblem) -> App?
    /// The app whose key hashes to this; nil when no live key does.
    func app(keyHash: APIKeyHash) async throws(StoreProblem) -> App?
}

/// Why the store gave no answer; it says nothing of what was asked.
package enum StoreProblem: Error, Sendable, Hashable {
    /// Nobody answers, or not in time. Asking again later is right.
    case unavailable
    /// The store answered with something that asking again does not mend; the text is safe to log.
    case broken(String)
}

/// What became of one send, on its way to the store.
package struct SendRecord: Sendable, Hashable {
    /// What is known of the send.
    package enum Outcome: Sendable, Hashable {
        case accepted(gatewayID: String?)
        /// It did not leave; the next try is due after so long.
        case waiting(Duration, reason: String)
        /// It may have left, and is sent once more under the same id after so long.
        case waitingAfterUnknown(Duration, reason: String)
        /// It did not leave and will not.
        case failed(reason: String)
        case unknown(reason: String)
    }

    package let order: SendOrder
    package let phoneKey: PhoneKey
    package let rules: SendingRules
    package let gateway: String
    package let language: LanguageTag
    package let encoding: SMSEncoding
    package let parts: Int
    package let outcome: Outcome

    package init(
        order: SendOrder, phoneKey: PhoneKey, rules: SendingRules, gateway: String, text: MessageText, outcome: Outcome
    ) {
        self.order = order
        self.phoneKey = phoneKey
        self.rules = rules
        self.gateway = gateway
        self.language = text.language
        self.encoding = text.encoding
        self.parts = text.parts
        self.outcome = outcome
    }
}

/// A try of a code that has been counted, or the reason why none was.
package enum CountedCheck: Sendable, Hashable {
    case open(OpenCheck)
    /// The verification has ended; no code is right any more.
    case ended(VerificationReport)
    case noSuchVerification
}

/// Leave to compare one code.
package struct OpenCheck: Sendable, Hashable {
    package let verification: VerificationID
    package let app: AppID
    package let code: CodeRecipe
    /// How many more wrong codes are allowed if this one is wrong.
    package let remaining: Int

    package init(verification: VerificationID, app: AppID, code: CodeRecipe, remaining: Int) {
        self.verification = verification
        self.app = app
        self.code = code
        self.remaining = remaining
    }
}
