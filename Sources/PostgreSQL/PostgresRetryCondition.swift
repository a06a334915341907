/// A server error after which a transaction should be run again, besides those that always ask for it.
package struct PostgresRetryCondition: Sendable {
    private let sqlState: String
    private let constraint: String?

    /// Any error of that SQLSTATE.
    package static func sqlState(_ sqlState: String) -> Self {
        Self(sqlState: sqlState, constraint: nil)
    }

    /// Somebody else inserted the row first, so a second run finds it.
    ///
    /// On a partition the constraint has the partition's
    /// own name for it.
    package static func uniqueViolation(of constraint: String) -> Self {
        Self(sqlState: "23505", constraint: constraint)
    }

    func matches(_ error: PostgresError) -> Bool {
        error.sqlState == sqlState && (constraint == nil || error.constraint == constraint)
    }
}
