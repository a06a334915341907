import PostgreSQL

extension Migration {
    /// Adds the projects of the Firebase surface, their accounts and sessions, and the keys that sign tokens.
    ///
    /// No index of a key begins with the project. By the statistics of a young table PostgreSQL takes a project's accounts for
    /// few. It might then look up a number in any index that begins with the project, and go through all its accounts. The
    /// index for pages has an expression in place of the project, so that only pages use it.
    static let accounts = Migration(
        version: 12, name: "accounts",
        statements: [
            // The life of a token in microseconds, as times are counted. The members of `others` keep their order.
            """
            create table project (
              id text collate "C" primary key,
              app text not null constraint project_app unique references app,
              number bigint generated always as identity unique,
              domains text[] not null,
              issuer text,
              token_life bigint not null,
              others json not null
            )
            """,
            // A sign-in and a refresh change a row in its page, because no index has their columns.
            """
            create table account (
              project text collate "C" not null references project on delete cascade,
              id text collate "C" not null,
              phone text collate "C",
              email text collate "C",
              is_email_verified boolean not null,
              password text,
              display_name text,
              photo_url text,
              is_disabled boolean not null,
              custom_claims text,
              valid_since timestamptz not null,
              created_at timestamptz not null,
              last_sign_in_at timestamptz,
              last_refresh_at timestamptz,
              constraint account_id primary key (id, project),
              constraint account_phone unique (phone, project),
              constraint account_email unique (email, project)
            ) with (fillfactor = 80)
            """,
            "create index account_page on account ((project || ''), id)",
            """
            create table account_link (
              project text collate "C" not null,
              account text collate "C" not null,
              provider text collate "C" not null,
              raw_id text collate "C" not null,
              place integer not null,
              display_name text,
              photo_url text,
              email text,
              screen_name text,
              primary key (account, project, provider),
              constraint account_link_identity unique (raw_id, provider, project),
              foreign key (account, project) references account on delete cascade
            )
            """,
            """
            create table refresh_session (
              token_hash bytea primary key,
              project text collate "C" not null,
              account text collate "C" not null,
              provider text not null,
              second_provider text,
              second_enrollment text,
              began_at timestamptz not null,
              last_used_at timestamptz not null,
              ended_at timestamptz,
              foreign key (account, project) references account on delete cascade
            ) with (fillfactor = 80)
            """,
            "create index on refresh_session (account, project)",
            // The verifications that have served a sign-in. When a row is forgotten, its verification is long over.
            """
            create table used_verification (
              id uuid primary key,
              used_at timestamptz not null
            )
            """,
            "create index on used_verification (used_at)",
            """
            create table signing_key (
              id text collate "C" primary key,
              code_key text not null,
              sealed_secret bytea not null,
              certificate text not null,
              active_from timestamptz not null
            )
            """,
        ])
}
