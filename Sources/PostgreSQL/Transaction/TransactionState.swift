/// Where a transaction is in its life.
struct TransactionState: Sendable {
    private enum Phase {
        /// `begin` has not been sent; it travels with the first statements.
        case untouched
        case open
        /// The server accepts only a rollback.
        case failed
        /// Committed, in doubt, or gone with its connection.
        case over
    }

    private var phase = Phase.untouched
    private var isCalling = false
    /// The error that made the transaction fail, even if the body caught it.
    private(set) var failure: PostgresError?

    /// A call begins.
    ///
    /// - Returns: whether `begin` has to be sent first.
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
    ///   - error: what the caller gets.
    ///   - isConnected: whether there still is a connection for a rollback.
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
