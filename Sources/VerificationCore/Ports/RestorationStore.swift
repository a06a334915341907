/// Puts a database that comes from a backup into a state from which nothing is sent twice.
package protocol RestorationStore: Sendable {
    /// Does all of it in one transaction, with a pause of the requests and a line in the audit; a second call is harmless.
    ///
    /// - Parameters:
    ///   - who: the operator, for the pause and the audit.
    ///   - reason: why, for both.
    ///   - keepsSessions: whether people stay signed in, also those who had signed out after the backup.
    ///   - isDry: whether nothing is saved, and the answer tells what would be.
    /// - Returns: what ended.
    /// - Throws: a `StoreProblem`; then nothing has happened, or it is in doubt, and a second call finds out.
    func restored(
        by who: String, because reason: String, keepsSessions: Bool, isDry: Bool
    ) async throws(StoreProblem) -> Restoration
}
