import PostgreSQL

extension Migration {
    /// Who operators are at the provider of the single sign-on.
    ///
    /// A program that does not know the step lets nobody in by the provider, and knows these operators as people whose
    /// password fits nobody. To switch one off ends the sessions that such a program would go on with.
    static let operatorIdentities = Migration(
        version: 24, name: "operatorIdentities", isAdditive: true,
        statements: [
            """
            create table operator_identity (
              issuer text collate "C" not null,
              subject text collate "C" not null,
              name text collate "C" not null unique references operator on delete cascade,
              is_off boolean not null default false,
              added_at timestamptz not null default clock_timestamp(),
              primary key (issuer, subject)
            )
            """
        ])
}
