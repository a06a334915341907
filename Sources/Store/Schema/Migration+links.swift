import PostgreSQL

extension Migration {
    /// Adds how a worker's links to gateways stand.
    ///
    /// The columns may be null, because a worker of an earlier release that still runs writes none of them.
    static let links = Migration(
        version: 11, name: "links of workers",
        statements: ["alter table worker add column links_up text[], add column links_down text[]"])
}
