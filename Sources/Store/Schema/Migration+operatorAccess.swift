import PostgreSQL

extension Migration {
    /// From where operators act, so that a guess at a password and a session in a foreign place can be seen, and operators'
    /// authenticator apps.
    ///
    /// A dashboard that does not know the step asks no operator for a second factor. In lines and sessions of before, and of an older program, the columns are null: then it is not known.
    static let operatorAccess = Migration(
        version: 22, name: "operatorAccess", isAdditive: true,
        statements: [
            "alter table audit add column address text",
            // Null in `seen_at` stands for when the session began.
            """
            alter table operator_session add column address text, add column browser text,
              add column seen_at timestamptz
            """,
            // The secret is sealed under the key of this name.
            """
            create table operator_factor (
              name text collate "C" primary key references operator on delete cascade,
              secret_key text collate "C" not null,
              secret bytea not null,
              used_step bigint not null,
              enrolled_at timestamptz not null
            )
            """,
        ])
}
