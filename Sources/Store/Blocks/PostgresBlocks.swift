import PostgreSQL
import VerificationCore

/// Operators' rules on numbers, prefixes and networks, in rows that every process loads with its apps.
///
/// A change is in force when its call returns; see `SettingsChanges`. Where two operators meet:
/// - Both add a rule. The lock in the table's name lets the second wait for the first, count its rule, and see what it replaces.
/// - One adds a rule and the other removes the rule on the same target. The second change stands.
package struct PostgresBlocks: BlockStore {
    private let pool: PostgresPool
    private let most: Int

    /// `most`: how many rules there may be.
    package init(pool: PostgresPool, most: Int = BlockRule.most) {
        self.pool = pool
        self.most = most
    }

    package func rules(before: Int64?, limit: Int) async throws(StoreError) -> [BlockRule] {
        try await read(
            """
            select \(SQLPart.block) from block_rule
            where id < \(before ?? .max)
            order by id desc limit \(limit)
            """)
    }

    package func rule(_ id: Int64) async throws(StoreError) -> BlockRule? {
        try await read("select \(SQLPart.block) from block_rule where id = \(id)").first
    }

    package func rule(on target: BlockTarget) async throws(StoreError) -> BlockRule? {
        try await read(.block(on: target)).first
    }

    package func add(_ draft: BlockDraft) async throws(StoreError) -> AddedBlock {
        let results = try await changes.make(
            of: [.blocks],
            [
                // A lock on the table itself would need an explicit transaction, and a right that nothing else needs.
                "select pg_advisory_xact_lock('block_rule'::regclass::oid::bigint) is null",
                "delete from block_rule where until < clock_timestamp() - interval '1 day'",
                .block(on: draft.target), .save(draft, most: most),
            ])
        return try await pool.ask {
            guard let rule = try results[3].blockRules().first else { return .tooMany }
            return .added(rule, former: try results[2].blockRules().first)
        }
    }

    package func remove(_ id: Int64) async throws(StoreError) -> BlockRule? {
        let results = try await changes.make(
            of: [.blocks], ["delete from block_rule where id = \(id) returning \(SQLPart.block)"])
        return try await pool.ask { try results[0].blockRules().first }
    }

    private var changes: SettingsChanges { SettingsChanges(pool: pool) }

    private func read(_ sql: SQL) async throws(StoreError) -> [BlockRule] {
        try await pool.ask { try await pool.read(sql).blockRules() }
    }
}

extension SQL {
    fileprivate static func block(on target: BlockTarget) -> SQL {
        """
        select \(SQLPart.block) from block_rule where kind = \(target.kind.rawValue) and target = \(target.text)
        """
    }

    /// Returns the row as it is kept; no row when there are too many rules.
    fileprivate static func save(_ draft: BlockDraft, most: Int) -> SQL {
        """
        insert into block_rule (kind, target, action, who, reason, until)
        select \(draft.target.kind.rawValue), \(draft.target.text), \(draft.action.rawValue), \(draft.who), \(draft.reason),
          \(draft.until)
        where exists (select from block_rule where kind = \(draft.target.kind.rawValue) and target = \(draft.target.text))
          or (select count(*) from block_rule) < \(most)
        on conflict (kind, target) do update set action = excluded.action, who = excluded.who,
          reason = excluded.reason, since = clock_timestamp(), until = excluded.until
        returning \(SQLPart.block)
        """
    }
}

extension SQL {
    /// The rows that every process keeps in memory; as many as `BlockRule.most` allows.
    static let allBlocks: SQL = "select \(SQLPart.block) from block_rule"
}

extension SQLPart {
    /// The columns that `blockRules` reads.
    static let block: SQLPart = "id, kind, target, action, who, reason, since, until"
}

extension PostgresRows {
    /// Reads rows of `block_rule`; leaves out what only a later program knows.
    func blockRules() throws(PostgresError) -> [BlockRule] {
        var rules: [BlockRule] = []
        for row in self {
            guard let rule = try row.blockRule() else { continue }
            rules.append(rule)
        }
        return rules
    }
}

extension PostgresRow {
    fileprivate func blockRule() throws(PostgresError) -> BlockRule? {
        guard let kind = BlockTarget.Kind(rawValue: try decode("kind")),
            let target = BlockTarget(kind, text: try decode("target")),
            let action = BlockRule.Action(rawValue: try decode("action"))
        else { return nil }
        return BlockRule(
            id: try decode("id"), target: target, action: action, who: try decode("who"), reason: try decode("reason"),
            since: try decode("since"), until: try decode("until"))
    }
}
