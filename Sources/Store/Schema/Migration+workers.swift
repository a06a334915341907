import PostgreSQL

extension Migration {
    /// Adds the pauses of queues, and what workers say of themselves.
    ///
    /// The new columns of `worker` may be null, because a worker of an earlier release that still runs writes none of
    /// them.
    static let workers = Migration(
        version: 7, name: "pauses of queues, words of workers",
        statements: [
            """
            create table queue_pause (
              queue text collate "C" primary key,
              who text not null,
              reason text not null,
              since timestamptz not null default clock_timestamp()
            )
            """,
            """
            alter table worker
              add column has_left boolean not null default false,
              add column host text,
              add column version text,
              add column process_id bigint,
              add column started_at timestamptz,
              add column in_hand bigint,
              add column oldest_at timestamptz,
              add column prefetch bigint,
              add column activity text,
              add column paused text[]
            """,
        ])
}
