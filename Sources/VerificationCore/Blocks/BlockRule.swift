/// An operator's rule for a number, a prefix or a network: its requests are blocked, or always allowed.
package struct BlockRule: Sendable, Hashable {
    /// What happens to a request that the rule is about; `BlockRules` says what exactly.
    package enum Action: String, Sendable, CaseIterable {
        case block, allow
    }

    /// How many rules an installation has at most, because every process holds all of them in memory.
    package static let most = 10_000

    /// The rule's number, which pages and commands use in the target's place.
    package let id: Int64
    package let target: BlockTarget
    package let action: Action
    /// The name of the operator who made the rule or changed it last.
    package let who: String
    package let reason: String
    package let since: Timestamp
    /// From this moment on the rule says nothing; nil for a rule without an end.
    package let until: Timestamp?

    package init(
        id: Int64, target: BlockTarget, action: Action, who: String, reason: String, since: Timestamp,
        until: Timestamp?
    ) {
        self.id = id
        self.target = target
        self.action = action
        self.who = who
        self.reason = reason
        self.since = since
        self.until = until
    }

    /// Whether the rule says anything at that moment.
    package func holds(at now: Timestamp) -> Bool { until.map { $0 > now } ?? true }
}

/// The outcome of adding a rule.
package enum AddedBlock: Sendable, Hashable {
    /// It stands; `former` is what stood on this target before.
    case added(BlockRule, former: BlockRule?)
    /// There are as many rules as there may be.
    case tooMany
}

/// Port: operators' rules on numbers, prefixes and networks.
///
/// API and workers follow a change within about two seconds, as long as the database answers; see `BlockRules`.
package protocol BlockStore: Sendable {
    /// Rules with a smaller id than `before`, the newest first, `limit` at most; rules that have ended included.
    func rules(before: Int64?, limit: Int) async throws(StoreError) -> [BlockRule]

    /// The rule of that id; nil without such a rule.
    func rule(_ id: Int64) async throws(StoreError) -> BlockRule?

    /// The rule on this very target; nil without such a rule.
    func rule(on target: BlockTarget) async throws(StoreError) -> BlockRule?

    /// Adds a rule, or changes the rule on the same target, which keeps its id.
    ///
    /// Forgets rules that ended more than a day ago, so that they take no room.
    func add(_ draft: BlockDraft) async throws(StoreError) -> AddedBlock

    /// Removes a rule, and answers what it said; nil without such a rule.
    func remove(_ id: Int64) async throws(StoreError) -> BlockRule?
}
