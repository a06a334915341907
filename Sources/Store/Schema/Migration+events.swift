import PostgreSQL

extension Migration {
    /// Adds the endpoints of apps, and the events for them.
    ///
    /// An app without an endpoint writes no row here.
    static let events = Migration(
        version: 5, name: "events",
        statements: [
            """
            create table event_endpoint (
              app text primary key references app,
              url text not null,
              code_key text not null,
              sealed_secret bytea not null,
              old_code_key text,
              old_sealed_secret bytea,
              old_until timestamptz,
              changed_at timestamptz not null default now()
            )
            """,
            // How many events the verification has had.
            "alter table verification add column events integer not null default 0",
            """
            create table outbox (
              id bigint generated always as identity primary key,
              app text not null,
              verification_id uuid not null,
              sequence integer not null,
              kind text not null,
              status text not null,
              reason text,
              message smallint,
              language text,
              metadata jsonb,
              created_at timestamptz not null
            )
            """,
            // For an erasure.
            "create index on outbox (verification_id)",
            """
            create table verification_watch (
              verification_id uuid primary key,
              due_at timestamptz not null
            )
            """,
            "create index on verification_watch (due_at)",
        ])
}
