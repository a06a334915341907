/// Port: what a worker asks the store, before a send and after it.
///
/// All times and all rules use the store's clock.
package protocol ClaimStore: Sendable {
    /// Locks the phone, lets the rule book decide, and returns once the verdict is on disk.
    ///
    /// Concurrent calls share transactions. Safe to repeat after an error: a claim that was saved after all is then
    /// found on record.
    func claim(_ claim: Claim) async throws(StoreProblem) -> Verdict

    /// Saves what became of a send.
    ///
    /// Safe to repeat after an error: an outcome that was saved after all is found on record.
    ///
    /// - Returns: `stale` when the order's fence is stale, and when another outcome is on record.
    func record(_ record: SendRecord) async throws(StoreProblem) -> Recorded
}
