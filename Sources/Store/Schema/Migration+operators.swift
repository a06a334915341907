import PostgreSQL

extension Migration {
    /// Adds the people who may sign in to the dashboard, their sessions, and what they did.
    static let operators = Migration(
        version: 6, name: "operators, audit",
        statements: [
            """
            create table operator (
              name text collate "C" primary key,
              role text not null,
              password text not null,
              changed_at timestamptz not null default clock_timestamp()
            )
            """,
            """
            create table operator_session (
              token_hash bytea primary key,
              name text collate "C" not null references operator on delete cascade,
              began_at timestamptz not null
            )
            """,
            "create index on operator_session (name)",
            // An audit's line stays when its operator goes, so the name is no reference.
            """
            create table audit (
              number bigint generated always as identity primary key,
              created_at timestamptz not null default clock_timestamp(),
              actor text not null,
              deed text not null,
              subject text not null,
              reason text not null,
              result text not null
            )
            """,
        ])
}

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
