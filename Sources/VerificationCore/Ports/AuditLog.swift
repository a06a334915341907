/// Port: what operators did, kept as long as verifications are.
package protocol AuditLog: Sendable {
    /// Adds a line.
    func note(_ entry: AuditEntry) async throws(StoreProblem)

    /// A page of lines, newest first.
    ///
    /// - Parameters:
    ///   - number: only lines before this number; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when there is nothing before `number`.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func entries(before number: Int64?, limit: Int) async throws(StoreProblem) -> [StoredAudit]
}
