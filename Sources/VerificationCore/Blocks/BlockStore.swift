/// Port: operators' rules on numbers, prefixes and networks.
///
/// API and workers follow a change within about two seconds, as long as the database answers; see `BlockRules`.
package protocol BlockStore: Sendable {
    /// Rules with a smaller id than `before`, the newest first, `limit` at most; rules that have ended included.
    func rules(before: Int64?, limit: Int) async throws(StoreProblem) -> [BlockRule]

    /// The rule of that id; nil without such a rule.
    func rule(_ id: Int64) async throws(StoreProblem) -> BlockRule?

    /// The rule on this very target; nil without such a rule.
    func rule(on target: BlockTarget) async throws(StoreProblem) -> BlockRule?

    /// Adds a rule, or changes the rule on the same target, which keeps its id.
    ///
    /// Forgets rules that ended more than a day ago, so that they take no room.
    func add(_ draft: BlockDraft) async throws(StoreProblem) -> AddedBlock

    /// Removes a rule, and answers what it said; nil without such a rule.
    func remove(_ id: Int64) async throws(StoreProblem) -> BlockRule?
}
