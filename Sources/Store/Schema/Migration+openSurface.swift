import PostgreSQL

extension Migration {
    /// What the Firebase surface needs where strangers call it: bounds of a project, the life of sessions, service accounts.
    ///
    /// A program that does not know the step goes on as before it: it bounds nothing of this, whoever calls.
    static let openSurface = Migration(
        version: 15, name: "openSurface", isAdditive: true,
        statements: [
            // In microseconds; null for the usual life.
            "alter table project add column session_idle bigint",
            "alter table project add column rotates_refresh_tokens boolean not null default false",
            "alter table project add column unproven_sends json",
            "alter table project add column former_issuer text",
            "alter table project add column former_issuer_until timestamptz",
            // When somebody proved who they are; null where that was when the session began.
            "alter table refresh_session add column auth_time timestamptz",
            "alter table refresh_session add column former_hash bytea",
            "create index on refresh_session (former_hash) where former_hash is not null",
            // Keys by which a backend signs custom tokens; only the public half is here.
            """
            create table service_account (
              key_id text collate "C" primary key,
              project text collate "C" not null references project on delete cascade,
              email text not null,
              public_key text not null,
              created_at timestamptz not null default clock_timestamp()
            )
            """,
            "create index on service_account (project)",
            // In which modes the surface has served with this database.
            """
            create table surface_use (
              mode text collate "C" primary key,
              began_at timestamptz not null default clock_timestamp()
            )
            """,
        ])
}
