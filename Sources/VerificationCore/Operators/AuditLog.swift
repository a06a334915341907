/// Port: what operators did, kept as long as verifications are.
package protocol AuditLog: Sendable {
    /// Adds a line.
    func note(_ entry: AuditEntry) async throws(StoreProblem)

    /// A page of the lines that fit a filter, newest first.
    ///
    /// The store looks at a bounded number of lines for a page, so a rare line may need several pages to be found.
    ///
    /// - Parameters:
    ///   - filter: which lines.
    ///   - number: only lines before this number; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when nothing before `number` fits.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) async throws(StoreProblem) -> AuditPage
}
