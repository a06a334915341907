import PostgreSQL

/// One numbered step of the schema; a released step is never changed, and a later step mends it.
struct Migration: Sendable {
    /// How a step is run.
    enum Place: Sendable {
        /// All statements in a transaction: all of them take effect, or no statement does.
        case transaction
        /// Each statement by itself, for statements that PostgreSQL refuses in a transaction.
        ///
        /// An example is `create index concurrently`.
        ///
        /// A migration may end between two statements, and the next migration repeats all of them. So it must be safe
        /// to run each statement twice.
        case outside
    }

    let version: Int
    let name: String
    var place = Place.transaction
    /// How long each of its statements may run.
    var limit = Duration.seconds(60)
    /// Whether programs that do not know this step may go on beside it; the migration writes that into the step's note.
    ///
    /// Such a program leaves what the step has made out of all that it writes, and never reads it. So an additive step
    /// does nothing but this:
    /// - It makes a table. A reference of the table to an older table cascades, so that older programs can delete there.
    /// - It makes an index that is not unique.
    /// - It adds a column that may be null or has a default. That value means what held before the step.
    ///
    /// A step whose column or table forbids something is not additive: an older program would go on allowing it.
    var isAdditive = false
    let statements: [SQL]

    static let all: [Migration] = [
        .firstSchema, .rules, .receipts, .gateways, .events, .operators, .workers, .tallies, .traces, .blocks,
        .links, .accounts, .clientKeys, .sessionClaims, .openSurface, .fieldWork,
        .appProofs, .attestedKeys, .secondFactors, .incidents, .acknowledgements, .operatorAccess,
        .pausesWithAnEnd, .operatorIdentities, .operatorPasskeys, .observations,
    ]
}

extension Migration {
    /// What `schema_migration` says of the step: its name, and before the name of an additive step a mark.
    var note: String { (isAdditive ? Self.mark : "") + name }

    /// The name of the additive step to which a note belongs; nil for every other note.
    static func additiveName(in note: String) -> String? {
        note.hasPrefix(mark) ? String(note.dropFirst(mark.count)) : nil
    }

    private static let mark = "additive: "
}

extension Migration {
    /// Adds the table in which a provider's receipt finds its message.
    ///
    /// A row has two halves: the record of a send knows the message, a receipt knows the status. The first transaction
    /// makes the row with its half, and the second adds its half. Where both meet, the primary key lets the second wait
    /// until the first has committed, and then the second finds the first half in the row.
    ///
    /// An index by the provider's id on `message` would need no such table. But every update of a message's status
    /// would then write all indexes anew, also for gateways without receipts. Measured with 20,000 sends in batches of
    /// 50, a partial index `where gateway_id is not null`: 702 against 543 bytes of WAL for a message and its record, and
    /// no update stayed in its page, against 41 of 100. So an operator finds the ids of gateways with receipts only.
    static let receipts = Migration(
        version: 3, name: "receipts",
        statements: [
            """
            create table receipt (
              gateway_id text collate "C" not null,
              gateway text collate "C" not null,
              verification_id uuid,
              ordinal smallint,
              status text,
              reason text,
              created_at timestamptz not null default now(),
              primary key (gateway_id, gateway)
            ) with (fillfactor = 70)
            """,
            // For retention. It holds no column that a receipt changes, so a receipt's update stays in its page.
            "create index on receipt (created_at)",
        ])
}

extension Migration {
    /// Adds the counts that processes keep by the minute, and columns that give a receipt's app and region.
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

extension Migration {
    /// Adds the trace of a request, so that operators find its verification by the trace.
    ///
    /// The column belongs to requests, because a request that joins a verification has a trace of its own. No statement
    /// changes a request's row, so the index is written once. A row without a trace costs neither a byte nor an entry.
    ///
    /// To make the index, PostgreSQL reads all rows once, and meanwhile claims wait: with ten million rows 8 s on a busy
    /// machine. A row with a trace takes 38 bytes of the index.
    static let traces = Migration(
        version: 9, name: "traces",
        statements: [
            // As a uuid, because it has the same 16 bytes; in text it is written without dashes.
            "alter table verification_request add column trace uuid",
            "create index on verification_request (trace) where trace is not null",
        ])
}

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
