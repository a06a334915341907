/// Statements that travel together: one pipeline, one round trip.
struct Batch: Sendable {
    /// The part that the batch plays in a transaction; it decides what a lost answer means.
    enum Role: Equatable, Sendable {
        /// A transaction of its own, committed at the synchronization point.
        case whole
        /// A transaction of its own that changes nothing, so a lost answer leaves no doubt.
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

    /// Whether, after the loss of the connection, the work may be committed or not.
    ///
    /// The commit comes last, so an error before it means that nothing was committed.
    ///
    /// - Parameter refused: where in the batch the server's last error came; nil if the server sent no error.
    /// - Returns: false where nothing can have been committed.
    func leavesDoubt(refused: Refusal?) -> Bool {
        switch (role, refused) {
        case (.harmless, _), (.part, _), (.rollback, _): false
        case (.whole, nil), (.commit, nil): true
        case (.whole, .some(let refused)): refused == .synchronization
        case (.commit, .some(let refused)): refused == .synchronization || refused == .statement(statements.count - 1)
        }
    }

    /// The place of an error in a batch.
    enum Refusal: Equatable {
        case statement(Int)
        case synchronization
    }

    /// Whether the batch must leave no transaction open, both after success and after failure.
    var isSelfContained: Bool { role == .whole || role == .harmless }

    /// Whether the batch ends with a commit of what it changes.
    var commits: Bool { role == .whole || role == .commit }
}
