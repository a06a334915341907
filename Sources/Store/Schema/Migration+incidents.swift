import PostgreSQL

extension Migration {
    /// Adds the incidents, and the marks of what happened.
    ///
    /// A program that does not know the step writes neither, and reads neither.
    static let incidents = Migration(
        version: 20, name: "incidents", isAdditive: true,
        statements: [
            // Of a rule and a subject one row is open at most. Nothing that a sighting changes in an open row is indexed, so
            // the row stays in its page.
            """
            create table incident (
              number bigint generated always as identity primary key,
              rule text collate "C" not null,
              subject text collate "C" not null,
              level text not null,
              sentence text not null,
              measure text not null,
              began_at timestamptz not null,
              is_at_least boolean not null,
              last_seen_at timestamptz not null,
              ended_at timestamptz,
              ending text,
              exclude using btree (rule with =, subject with =) where (ended_at is null)
            ) with (fillfactor = 70)
            """,
            "create index on incident (rule, subject, number)",
            "create index on incident (ended_at)",
            """
            create table mark (
              number bigint generated always as identity primary key,
              created_at timestamptz not null,
              kind text collate "C" not null,
              subject text not null,
              detail text not null
            )
            """,
            "create index on mark (created_at)",
            // An incident's page asks for the lines of its time.
            "create index on audit (created_at)",
            // What the breaker's state was before its last notice; null before the first one that knows the step.
            "alter table gateway_breaker add column former_state text",
        ])
}
