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
    /// Safe to repeat after an error: an outcome that was saved after all is found on record.
    ///
    /// - Returns: false when the order's fence is stale, that is, when another worker has taken the message over, or
    ///   another outcome is on record; nothing was changed then.
    func record(_ record: SendRecord) async throws(StoreProblem) -> Bool

    /// The verification that `id` leads to, which may be any request's of this app.
    func verification(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> FoundVerification

    /// Locks the phone, lets the rule book compare the code, and returns once the verdict is on disk.
    ///
    /// Concurrent calls share transactions. Of many right codes at once exactly one approves; of many wrong ones exactly
    /// as many are counted as all limits admit. With an idempotency key it is safe to repeat.
    func check(_ attempt: CheckAttempt) async throws(StoreProblem) -> CheckVerdict

    /// Ends a pending verification; one that has ended already stays as it is.
    func cancel(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> FoundVerification

    /// Forgets a phone's verifications, its live one included.
    ///
    /// What the phone has used of its limits stays until it would be over anyway, or forgetting would be a way around
    /// them. A request that the broker still holds is known afterwards too, so that it is not taken for a new one.
    ///
    /// - Returns: how many verifications there were.
    func erase(_ phone: PhoneKey) async throws(StoreProblem) -> Int

    /// Returns when the store has answered.
    func ping() async throws(StoreProblem)

    /// Returns when the store has shown that it can do a worker's work: it is of the version that this program knows,
    /// and nothing that a claim and its record need is missing, forbidden or damaged.
    ///
    /// Leaves nothing behind.
    func examine() async throws(StoreProblem)
}

/// Port: an app's test numbers.
package protocol TestNumberStore: Sendable {
    /// In the order in which they were made, those that have expired included.
    func testNumbers(of app: AppID) async throws(StoreProblem) -> [TestNumber]

    /// Adds a test number, or changes the one of the same phone, which keeps its id.
    ///
    /// A number to which the app has really sent, as far as that is on record, is refused: with a code that somebody
    /// has set, it would open a real person's account.
    func save(_ number: TestNumber, of app: AppID, limit: Int) async throws(StoreProblem) -> SavedTestNumber

    /// - Returns: false when the app has no such test number.
    func removeTestNumber(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> Bool
}

/// Port: tenants and their keys.
///
/// Answers from memory where it can, so that it works while the store is away.
package protocol AppDirectory: Sendable {
    func app(_ id: AppID) async throws(StoreProblem) -> App?
    /// Whose key hashes to this; nil when no live key does.
    func caller(keyHash: APIKeyHash) async throws(StoreProblem) -> Caller?
}

/// What became of a test number that was to be saved.
package enum SavedTestNumber: Sendable, Hashable {
    /// As it is kept.
    case saved(TestNumber)
    /// The app has as many as it may have.
    case tooMany
    /// The app has really sent to it.
    case inUse
}

/// Why the store gave no answer; it says nothing of what was asked.
///
/// The texts are safe to log.
package enum StoreProblem: Error, Sendable, Hashable {
    /// Nobody answers, or not in time. Asking again later is right.
    case unavailable
    /// The store answers, but cannot work with this program: another version's schema, a right that was taken away, a
    /// damaged table.
    ///
    /// The text says what an operator has to do; until then nobody gets an answer.
    case unfit(String)
    /// Somebody holds a lock on what this call needs; other calls go on. Asking again later is right.
    case locked
    /// What this call needs is damaged, or was written by another version; other calls go on.
    ///
    /// The text says what an operator has to do.
    case unreadable(String)
    /// The call itself is such that it can never be answered.
    case broken(String)
}

extension StoreProblem: CustomStringConvertible {
    /// For logs.
    package var description: String {
        switch self {
        case .unavailable: "the database does not answer in time"
        case .locked: "somebody else holds the rows"
        case .unfit(let words), .unreadable(let words), .broken(let words): words
        }
    }
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
        /// It left, and did not arrive.
        case undelivered(reason: String)
        case unknown(reason: String)
    }

    package let order: SendOrder
    package let request: VerificationRequest
    package let rules: SendingRules
    package let gateway: String
    package let language: LanguageTag
    package let encoding: SMSEncoding
    package let parts: Int
    package let outcome: Outcome

    package init(
        order: SendOrder, request: VerificationRequest, rules: SendingRules, gateway: String, text: MessageText,
        outcome: Outcome
    ) {
        self.order = order
        self.request = request
        self.rules = rules
        self.gateway = gateway
        self.language = text.language
        self.encoding = text.encoding
        self.parts = text.parts
        self.outcome = outcome
    }
}

/// What an id leads to.
package enum FoundVerification: Sendable, Hashable {
    case found(VerificationReport)
    /// The request's idempotency key belongs to another one; it leads to no verification, and may be any app's.
    case keyReused
    /// The request is on record, and its verification was erased; may be any app's.
    case forgotten
    case noSuchVerification
}
