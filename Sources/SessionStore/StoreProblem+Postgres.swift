import PostgreSQL
import VerificationCore

/// Translates the wrapper's errors into the port's.
func asking<Value: Sendable>(_ question: () async throws -> Value) async throws(StoreProblem) -> Value {
    do {
        return try await question()
    } catch let error as PostgresError {
        throw StoreProblem(error)
    } catch let problem as StoreProblem {
        throw problem
    } catch {
        throw .broken("unexpected error")
    }
}

extension StoreProblem {
    init(_ error: PostgresError) {
        self = error.isUnavailable || error.isRetriable ? .unavailable : .broken(error.description)
    }

    /// A row that our own statements cannot have written.
    static let unreadableRow = StoreProblem.broken("a row that this version cannot read")
}
