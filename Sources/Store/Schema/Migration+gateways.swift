import PostgreSQL

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
