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

extension Migration {
    /// Binds keys of clients to apps and pages.
    static let clientKeys = Migration(
        version: 13, name: "clientKeys",
        statements: ["alter table api_key add column bounds text not null default ''"])
}

extension Migration {
    /// What a custom token adds to the ID tokens of one session.
    static let sessionClaims = Migration(
        version: 14, name: "sessionClaims",
        statements: [
            """
            -- As it was written; null for every other way to sign in.
            alter table refresh_session add column claims text
            """
        ])
}

extension Migration {
    /// What the Firebase surface needs when any client may call it: bounds of a project, the life of sessions, service
    /// accounts.
    ///
    /// A program that does not know the step goes on as before it: it applies none of these bounds to any caller.
    static let openSurface = Migration(
        version: 15, name: "openSurface", isAdditive: true,
        statements: [
            // In microseconds; null for the usual life.
            "alter table project add column session_idle bigint",
            "alter table project add column rotates_refresh_tokens boolean not null default false",
            "alter table project add column unproven_sends json",
            "alter table project add column former_issuer text",
            "alter table project add column former_issuer_until timestamptz",
            // When the person last proved who they are; null where that was when the session began.
            "alter table refresh_session add column auth_time timestamptz",
            "alter table refresh_session add column former_hash bytea",
            "create index on refresh_session (former_hash) where former_hash is not null",
            // Keys with which a backend signs custom tokens; only the public half is here.
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

extension Migration {
    /// Which proofs of the app a project takes, and which one a verification was asked with.
    ///
    /// A surface that does not know the step takes no proof. A worker that does not know it sends what a new surface has
    /// admitted, and counts no SMS of a proof: so enforce proofs once all workers know the step.
    static let appProofs = Migration(
        version: 17, name: "appProofs", isAdditive: true,
        statements: [
            // Null where the project takes no proof.
            "alter table project add column proofs json",
            // A kind of proof, or why there was none; null where nobody had to prove the app.
            "alter table verification add column app_proof text",
        ])
}

extension Migration {
    /// The keys of devices that Apple's App Attest has attested.
    ///
    /// A program that does not know the step takes no proof of such a key.
    static let attestedKeys = Migration(
        version: 18, name: "attestedKeys", isAdditive: true,
        statements: [
            """
            create table app_attest_key (
              project text collate "C" not null references project on delete cascade,
              key_id bytea not null,
              app text not null,
              public_key bytea not null,
              counter bigint not null,
              is_development boolean not null,
              made_at timestamptz not null,
              used_at timestamptz not null,
              primary key (key_id, project)
            )
            """,
            "create index on app_attest_key (used_at)",
        ])
}

extension Migration {
    /// Who else may say who a person is, and what people prove beside it.
    ///
    /// A program that does not know the step asks nobody for a second factor. So let people enrol once all programs of the
    /// surface know the step.
    static let secondFactors = Migration(
        version: 19, name: "secondFactors", isAdditive: true,
        statements: [
            // Null where the project takes no other provider.
            "alter table project add column identities json",
            // In the order of their enrolment; null without.
            "alter table account add column second_factors json",
            // For the few calls that go through all factors. An account without factors costs nothing. A sign-in that changes
            // a factor writes all indexes of its row anew.
            "create index account_factors on account (id, project) where second_factors is not null",
        ])
}
