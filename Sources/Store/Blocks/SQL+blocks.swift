import PostgreSQL
import VerificationCore

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
            let target = BlockTarget(kind, try decode("target")),
            let action = BlockRule.Action(rawValue: try decode("action"))
        else { return nil }
        return BlockRule(
            id: try decode("id"), target: target, action: action, who: try decode("who"), reason: try decode("reason"),
            since: try decode("since"), until: try decode("until"))
    }
}
