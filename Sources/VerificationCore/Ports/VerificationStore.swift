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
