import PostgreSQL

extension Migration {
    /// Adds the limits that many phones share, idempotency keys, test numbers, and apps' own texts.
    static let rules = Migration(
        version: 2, name: "shared limits, idempotency keys, test numbers, own texts",
        statements: [
            // Before this step every app sent to all regions. From now on an app's rules have to say it.
            """
            update app set rules = rules || '{"regions": "all"}' where not rules ? 'regions'
            """,
            "alter table app add column texts jsonb not null default '{}'",
            """
            create table rate_limit (
              app text collate "C" not null,
              scope text collate "C" not null,
              key text collate "C" not null,
              seconds integer not null,
              most integer,
              slots bigint[] not null,
              counts integer[] not null,
              over_at timestamptz not null,
              primary key (key, scope, app, seconds)
            ) with (fillfactor = 70)
            """,
            """
            create table idempotency_key (
              app text not null,
              hash bytea not null,
              fingerprint bytea not null,
              verification_id uuid not null,
              remaining_checks smallint,
              created_at timestamptz not null,
              primary key (app, hash)
            )
            """,
            "create index on idempotency_key (created_at)",
            // An erasure finds the keys by their verification.
            "create index on idempotency_key (verification_id)",
            "create table maintenance (task text primary key, begun_at timestamptz not null)",
            """
            create table test_number (
              id uuid not null,
              app text not null references app,
              phone text not null,
              region text not null,
              calling_code integer not null,
              kind text not null,
              code_key text not null,
              sealed_code bytea not null,
              scenario text,
              expires_at timestamptz,
              created_at timestamptz not null default now(),
              primary key (app, id),
              unique (app, phone)
            )
            """,
            """
            create table ring_key (
              name text primary key,
              used_at timestamptz not null
            )
            """,
        ])
}
