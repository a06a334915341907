import PostgreSQL

extension Migration {
    /// Makes small hot tables with room for updates in place, and history in a partition for each day of its UUIDv7.
    static let firstSchema = Migration(
        version: 1, name: "apps, phones, verifications, messages",
        statements: [
            """
            create table app (
              id text primary key,
              display_name text not null,
              default_language text,
              rules jsonb not null default '{}',
              created_at timestamptz not null default now()
            )
            """,
            """
            create table api_key (
              hash bytea primary key,
              app text not null references app,
              label text not null default '',
              scope text not null default 'send',
              created_at timestamptz not null default now(),
              revoked_at timestamptz
            )
            """,
            "create index on api_key (app)",
            """
            create table phone_state (
              app text not null,
              phone text collate "C" not null,
              sends bigint[] not null default '{}',
              wrong_codes bigint[] not null default '{}',
              limits_over_at timestamptz not null default '-infinity',
              used_at timestamptz not null default now(),
              live_id uuid,
              live_code_key text,
              live_code_digits smallint,
              live_expires_at timestamptz,
              live_sends smallint,
              live_messages smallint,
              live_wrong_codes smallint,
              live_resend_after timestamptz,
              primary key (app, phone)
            ) with (fillfactor = 70)
            """,
            """
            create table verification (
              id uuid primary key,
              app text not null,
              phone text collate "C" not null,
              region text not null,
              network text,
              status text not null,
              reason text,
              code_key text not null,
              code_digits smallint not null,
              max_sends smallint not null,
              max_checks smallint not null,
              checks smallint not null default 0,
              metadata jsonb,
              created_at timestamptz not null,
              expires_at timestamptz not null,
              ended_at timestamptz
            ) partition by range (id)
            """,
            """
            create table verification_request (
              id uuid primary key,
              verification_id uuid not null,
              outcome text not null,
              message smallint,
              created_at timestamptz not null
            ) partition by range (id)
            """,
            """
            create table message (
              verification_id uuid not null,
              ordinal smallint not null,
              stage text not null,
              status text not null,
              reason text,
              due_at timestamptz not null,
              fence integer not null,
              tries smallint not null,
              token bigint not null,
              may_be_duplicate boolean not null,
              gateway text,
              gateway_id text,
              language text,
              encoding text,
              parts smallint,
              created_at timestamptz not null,
              updated_at timestamptz not null,
              primary key (verification_id, ordinal)
            ) partition by range (verification_id)
            """,
            // For a search and an erasure. An index on app and phone would be larger, and few apps share a phone.
            "create index on verification (phone)",
            "create table verification_other partition of verification default with (fillfactor = 85)",
            "create table verification_request_other partition of verification_request default",
            "create table message_other partition of message default with (fillfactor = 70)",
        ])
}
