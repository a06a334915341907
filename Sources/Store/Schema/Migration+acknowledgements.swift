import PostgreSQL

extension Migration {
    /// Adds what operators have acknowledged of the dashboard's verdict.
    ///
    /// A program that does not know the step goes on as before it: for it no finding is acknowledged. The table has a row
    /// for each rule at most, so nothing has to forget old rows.
    static let acknowledgements = Migration(
        version: 21, name: "acknowledgements", isAdditive: true,
        statements: [
            """
            create table acknowledgement (
              rule text collate "C" primary key,
              level bigint not null,
              subjects text[] not null,
              who text not null,
              reason text not null,
              since timestamptz not null default clock_timestamp(),
              until timestamptz not null
            )
            """
        ])
}
