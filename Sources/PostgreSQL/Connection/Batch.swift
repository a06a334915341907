/// Statements that travel together: one pipeline, one round trip.
struct Batch: Sendable {
    /// The part that the batch plays in a transaction; it decides what a lost answer means.
    enum Role: Equatable, Sendable {
        /// A transaction of its own, committed at the synchronization point.
        case whole
        /// The same, but nothing in it needs committing, so a lost answer leaves no doubt.
        case harmless
        /// A part of an open transaction.
        case part
        /// Ends with `commit`.
        case commit
        /// The `rollback` of an open transaction.
        case rollback
    }

    var statements: [SQL]
    var role: Role

    /// Whether the loss of the connection leaves open if the work is committed.
    ///
    /// The commit comes last, so an error before it means that nothing was committed.
    ///
    /// - Parameter refused: where the error came that was the connection's last word; nil if there was no error.
    /// - Returns: false where nothing can have been committed.
    func leavesDoubt(refused: Refusal?) -> Bool {
        switch (role, refused) {
        case (.harmless, _), (.part, _), (.rollback, _): false
        case (.whole, nil), (.commit, nil): true
        case (.whole, .some(let refused)): refused == .synchronization
        case (.commit, .some(let refused)): refused == .synchronization || refused == .statement(statements.count - 1)
        }
    }

    /// Where in a batch an error came.
    enum Refusal: Equatable {
        case statement(Int)
        case synchronization
    }

    /// Whether no transaction may be open after it succeeded or failed.
    var isSelfContained: Bool { role == .whole || role == .harmless }
}
