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

extension Migration {
    /// Adds what workers tell each other of their gateways, what an operator says of them, and a message's calls.
    static let gateways = Migration(
        version: 4, name: "gateways of all workers, calls of messages",
        statements: [
            """
            create table gateway_switch (
              gateway text collate "C" primary key,
              weight integer,
              is_off boolean not null default false,
              changed_at timestamptz not null default clock_timestamp()
            )
            """,
            """
            create table gateway_breaker (
              gateway text collate "C" primary key,
              generation bigint not null,
              state text not null,
              until timestamptz not null,
              reason text,
              worker bigint not null,
              changed_at timestamptz not null
            )
            """,
            // A row is written every second, in place: it is small, and nothing is indexed but the id.
            """
            create table worker (
              id bigint primary key,
              seen_at timestamptz not null
            ) with (fillfactor = 50)
            """,
            // Null for nearly all messages: only calls that did not go well are kept.
            "alter table message add column calls jsonb",
        ])
}

extension Migration {
    /// Adds how a worker's links to gateways stand.
    ///
    /// The columns may be null, because a worker of an earlier release that still runs writes none of them.
    static let links = Migration(
        version: 11, name: "links of workers",
        statements: ["alter table worker add column links_up text[], add column links_down text[]"])
}
