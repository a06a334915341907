/// Where a transaction is in its life.
struct TransactionState: Sendable {
    private enum Phase {
        /// `begin` has not been sent; it travels with the first statements.
        case untouched
        case open
        /// The server wants a rollback and nothing else.
        case failed
        /// Committed, in doubt, or gone with its connection.
        case over
    }

    private var phase = Phase.untouched
    private var isCalling = false
    /// The error that made it fail, also where the body caught that error.
    private(set) var failure: PostgresError?

    /// A call begins.
    ///
    /// - Returns: whether `begin` has to go first.
    mutating func enter() throws(PostgresError) -> Bool {
        guard !isCalling else { throw .misuse("two calls at the same time in one transaction") }
        switch phase {
        case .untouched:
            isCalling = true
            return true
        case .open:
            isCalling = true
            return false
        case .failed: throw failure ?? .misuse("the transaction has failed")
        case .over: throw .misuse("the transaction is over")
        }
    }

    mutating func succeed(committed: Bool) {
        isCalling = false
        phase = committed ? .over : .open
    }

    /// - Parameters:
    ///   - error: what the caller is told.
    ///   - isConnected: whether there is still a connection that a rollback could be sent on.
    mutating func fail(_ error: PostgresError, isConnected: Bool) {
        isCalling = false
        failure = error
        phase = isConnected ? .failed : .over
    }

    /// The body is over.
    ///
    /// - Returns: whether a rollback is due.
    mutating func leave() -> Bool {
        defer { phase = .over }
        switch phase {
        case .open, .failed: return true
        case .untouched, .over: return false
        }
    }
}
