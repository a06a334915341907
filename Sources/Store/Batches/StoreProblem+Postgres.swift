import PostgreSQL
import VerificationCore

extension StoreProblem {
    init(_ error: PostgresError) {
        let words = error.description
        self =
            switch error.fault {
            case .outage: error.isInDoubt ? .inDoubt : .unavailable
            case .lock: .locked
            case .value: .broken(words)
            case .right: .unfit("\(words): grant it to the user of database.url")
            case .schema: .unfit("run `verifyd migrate`, or the version of verifyd that fits the schema: \(words)")
            case .damage: .unfit("\(words): see PostgreSQL's log; `reindex`, or restore")
            case .settings: .unfit(words)
            case .program: .unfit("\(words): see PostgreSQL's log, and report it")
            }
    }

    /// For a row that this version's own statements cannot have written.
    static let unreadableRow = StoreProblem.unreadable("a row that this version cannot read")
}
