import PostgreSQL

extension Migration {
    /// What people who verify phones asked for in public.
    ///
    /// A program that does not know the step goes on as before it.
    static let fieldWork = Migration(
        version: 16, name: "fieldWork", isAdditive: true,
        statements: [
            // The number of the last change of each of the settings; the subject of all changes together is empty.
            "create table change_number (subject text collate \"C\" primary key, number bigint not null)",
            // 1. Whose code was right. In the row of an older program all three are null: then only the verification's own
            //    id is approved, the first request counts as the newest, and a request that joined has no metadata.
            "alter table verification add column approved_by uuid",
            "alter table phone_state add column live_request uuid",
            "alter table verification_request add column metadata jsonb",
            // An erasure finds by it what requests that joined have brought. Other rows cost it nothing.
            "create index on verification_request (verification_id) where metadata is not null",
            // Null for the verification's own id.
            "alter table outbox add column request_id uuid",
            // 2. When the database came from a backup; a claim reads it together with the clock. An older program does not
            //    look, so no older program may run while requests from before a restore are on the queue.
            """
            create table restoration (
              restored_at timestamptz primary key default clock_timestamp(),
              who text not null
            )
            """,
            // 3. Rows of before have none: their codes are not extended, and a late resend begins a new verification.
            "alter table phone_state add column live_last_end timestamptz",
        ])
}
