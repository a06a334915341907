/// What identifies a prepared statement: the same text with other types is another statement.
struct StatementKey: Hashable, Sendable {
    let text: String
    let types: [UInt32]
}
