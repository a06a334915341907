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
        throw .unfit("an unexpected error")
    }
}

extension StoreProblem {
    init(_ error: PostgresError) {
        let words = error.description
        self =
            switch error.fault {
            case .outage: .unavailable
            case .lock: .locked
            case .value: .broken(words)
            case .right: .unfit("\(words): grant it to the user of database.url")
            case .schema: .unfit("run `verifyd migrate`, or the version of verifyd that fits the schema: \(words)")
            case .damage: .unfit("\(words): see PostgreSQL's log; `reindex`, or restore")
            case .program: .unfit("\(words): see PostgreSQL's log, and report it")
            }
    }

    /// A row that our own statements cannot have written.
    static let unreadableRow = StoreProblem.unreadable("a row that this version cannot read")
}
