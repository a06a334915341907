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
