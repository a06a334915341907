import PostgreSQL

extension Migration {
    /// Adds operators' rules on numbers, prefixes and networks.
    static let blocks = Migration(
        version: 10, name: "blocks",
        statements: [
            """
            create table block_rule (
              id bigint generated always as identity primary key,
              kind text collate "C" not null,
              target text collate "C" not null,
              action text collate "C" not null,
              who text not null,
              reason text not null,
              since timestamptz not null default clock_timestamp(),
              until timestamptz,
              unique (kind, target)
            )
            """
        ])
}
