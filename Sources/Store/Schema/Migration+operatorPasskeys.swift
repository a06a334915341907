import PostgreSQL

extension Migration {
    /// Operators' security keys and passkeys.
    ///
    /// A dashboard that does not know the step asks no operator for a key. What it begins has false in `asks_keys`, and
    /// opens nothing at other dashboards for a person who has a key.
    static let operatorPasskeys = Migration(
        version: 25, name: "operatorPasskeys", isAdditive: true,
        statements: [
            """
            create table operator_security_key (
              id bytea primary key,
              name text collate "C" not null references operator on delete cascade,
              label text not null,
              site text collate "C" not null,
              public_key bytea not null,
              counter bigint not null,
              created_at timestamptz not null,
              used_at timestamptz,
              check (length(id) between 1 and 1023 and length(public_key) between 1 and 1024),
              check (length(label) <= 64 and length(site) <= 253 and counter between 0 and 4294967295)
            )
            """,
            "create index on operator_security_key (name)",
            "alter table operator_session add column asks_keys boolean not null default false",
        ])
}
