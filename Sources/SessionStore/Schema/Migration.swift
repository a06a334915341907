import PostgreSQL

/// One numbered step of the schema; once released it is never changed, only followed by another.
struct Migration: Sendable {
    /// How a step is run.
    enum Place: Sendable {
        /// In a transaction of its own: all of it, or nothing.
        case transaction
        /// One statement after the other, for statements that PostgreSQL refuses in a transaction, such as
        /// `create index concurrently`. A migration may end in the middle: each statement has to bear being repeated.
        case outside
    }

    let version: Int
    let name: String
    var place = Place.transaction
    /// How long one of its statements may run.
    var limit = Duration.seconds(60)
    let statements: [SQL]

    static let all: [Migration] = [.firstSchema, .rules]
}
