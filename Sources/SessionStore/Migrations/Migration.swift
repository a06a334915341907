import PostgreSQL

/// One numbered step of the schema; once released it is never changed, only followed by another.
struct Migration: Sendable {
    let version: Int
    let name: String
    let statements: [SQL]

    static let all: [Migration] = [.firstSchema, .rules]
}
