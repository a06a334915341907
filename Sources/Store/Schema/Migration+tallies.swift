import PostgreSQL

extension Migration {
    /// Adds what processes count by the minute, and what tells of which app and region a receipt is.
    static let tallies = Migration(
        version: 8, name: "tallies",
        statements: [
            // The kind stands first: every page asks for a few kinds, and failures are few among many rows. A count
            // is no column of the key, so adding to it stays in its page.
            """
            create table tally (
              kind text collate "C" not null,
              minute timestamptz not null,
              app text collate "C" not null,
              region text collate "C" not null,
              gateway text collate "C" not null,
              reason text collate "C" not null,
              count bigint not null,
              primary key (kind, minute, app, region, gateway, reason)
            ) with (fillfactor = 80)
            """,
            // Null in rows of receipts that came before their message's record, and in older rows.
            "alter table receipt add column app text, add column region text",
        ])
}
