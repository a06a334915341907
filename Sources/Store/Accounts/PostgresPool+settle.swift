import AccountCore
import PostgreSQL
import VerificationCore

extension PostgresPool {
    /// Runs a transaction whose body ends with `commit`; runs it again when another transaction came between.
    ///
    /// - Parameters:
    ///   - end: after this moment no further try begins.
    ///   - sqlStates: errors of PostgreSQL after which it runs again, besides deadlocks.
    ///   - body: returns nil, without a commit, when it has met a row that it did not lock.
    /// - Returns: what `body` returned.
    /// - Throws: what the last try met, or `locked` when others came between in every try.
    func settle<Value: Sendable>(
        by end: ContinuousClock.Instant, retryingOn sqlStates: Set<String> = [],
        _ body: @Sendable (PostgresTransaction) async throws -> Value?
    ) async throws(StoreError) -> Value {
        repeat {
            if let value = try await commit(by: end, retryingOn: sqlStates, body) { return value }
        } while ContinuousClock.now < end
        throw .locked
    }
}

extension PostgresTransaction {
    /// Locks the accounts that bear any of the names, and reads them.
    ///
    /// Where two meet: another transaction gives an account one of the names after this transaction has looked for rows to
    /// lock, and before it reads. Then it would read an account that it has not locked.
    ///
    /// - Parameters:
    ///   - names: what is looked for.
    ///   - project: whose.
    ///   - first: statements that travel before.
    /// - Returns: the rows of the accounts, and of `first`; nil when an account came to a name meanwhile.
    /// - Throws: what the database answers.
    func lock(
        _ names: SearchedNames, of project: ProjectID, after first: [SQL] = []
    ) async throws -> (accounts: PostgresRows, first: ArraySlice<PostgresRows>)? {
        let answers = try await pipeline(
            first + [.accounts(named: names, of: project, .lock), .accounts(named: names, of: project, .read)])
        let (locked, read) = (answers[first.count], answers[first.count + 1])
        let ids = Set(try locked.column(as: String.self))
        guard try read.column(as: String.self).allSatisfy(ids.contains) else { return nil }
        return (read, answers.prefix(first.count))
    }
}
