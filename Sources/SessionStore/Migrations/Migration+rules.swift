import PostgreSQL

extension Migration {
    /// Limits that many phones share, idempotency keys, test numbers, and apps' own texts.
    static let rules = Migration(
        version: 2, name: "shared limits, idempotency keys, test numbers, own texts",
        statements: [
            // Until here every app sent everywhere; from here on an app says so.
            """
            update app set rules = rules || '{"regions": "all"}' where not rules ? 'regions'
            """,
            "alter table app add column texts jsonb not null default '{}'",
            """
            alter table phone_state add column check_times bigint[] not null default '{}',
              add column used_at timestamptz not null default now()
            """,
            """
            create table rate_limit (
              app text not null,
              scope text not null,
              key text not null,
              times bigint[] not null,
              primary key (app, scope, key)
            ) with (fillfactor = 50)
            """,
            """
            create table idempotency_key (
              app text not null,
              hash bytea not null,
              fingerprint bytea not null,
              verification_id uuid not null,
              created_at timestamptz not null,
              primary key (app, hash)
            )
            """,
            "create index on idempotency_key (created_at)",
            // For an erasure.
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
            // Until here a limit kept its arrival time alone. A mark there lets nothing be given back of older events.
            """
            update phone_state set send_times = array(
              select kept.part from unnest(send_times) with ordinality as t (arrival, window_number)
              cross join lateral unnest(array[arrival, 1, arrival, 0]) with ordinality as kept (part, place)
              order by window_number, place)
            """,
        ])
}
