import PostgreSQL

extension Migration {
    /// What operators see: how many messages waited along the time, which version a process has replaced, and the requests
    /// that joined a verification.
    ///
    /// A program that does not know the step writes nothing of it, and reads nothing of it.
    static let observations = Migration(
        version: 26, name: "observations", isAdditive: true,
        statements: [
            // The minute stands first, because every chart asks for all queues of a time.
            """
            create table queue_sample (
              minute timestamptz not null,
              queue text collate "C" not null,
              role text collate "C" not null,
              ready bigint not null,
              oldest_us bigint,
              primary key (minute, queue)
            )
            """,
            // Null for all that is no start of another version, and in marks of before.
            "alter table mark add column former text",
            // The requests that joined a verification. Rows of first requests cost it nothing. To make it, PostgreSQL reads
            // all requests once, and meanwhile claims wait; see `traces`.
            "create index on verification_request (verification_id) where id <> verification_id",
        ])
}
