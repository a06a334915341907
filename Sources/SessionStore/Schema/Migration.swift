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
    let statements: [SQL]

    static let all: [Migration] = [
        .firstSchema, .rules, .receipts, .gateways, .events, .operators, .workers, .tallies, .traces, .blocks,
        .links, .accounts, .clientKeys, .sessionClaims,
    ]
}
