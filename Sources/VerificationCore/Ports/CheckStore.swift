/// Port: checks of codes.
package protocol CheckStore: Sendable {
    /// Locks the phone, lets the rule book compare the code, and returns once the verdict is on disk.
    ///
    /// Concurrent calls share transactions. Of many right codes at once exactly one approves. Of many wrong codes at
    /// once exactly as many are counted as all limits admit. With an idempotency key a call is safe to repeat.
    func check(_ attempt: CheckAttempt) async throws(StoreProblem) -> CheckVerdict
}
