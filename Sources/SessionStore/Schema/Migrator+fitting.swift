import PostgreSQL
import VerificationCore

extension Migrator {
    /// Asks which steps a database has, and for the note of its functions; for `expectFitting`.
    static let appliedSteps: SQL = "select version, name from schema_migration"

    /// Throws `unfit` when this program cannot work with the schema; `rows` is the answer to `appliedSteps`.
    ///
    /// The schema must have exactly the program's steps. Its functions may be those of a later release; see
    /// `SchemaFunctions`.
    static func expectFitting(_ rows: PostgresRows) throws {
        let applied = try rows.appliedSteps()
        let known = Set(Migration.all.map(\.version) + [0])
        guard known.isSubset(of: applied.keys), SchemaFunctions.version(in: applied[0]) >= SchemaFunctions.version
        else {
            throw StoreProblem.unfit("the schema is older than this program: run `verifyd migrate`")
        }
        guard known.isSuperset(of: applied.keys) else {
            throw StoreProblem.unfit(
                "the schema is newer than this program: run the version of verifyd that migrated it")
        }
    }
}

extension PostgresRows {
    /// Reads rows of `Migrator.appliedSteps`: names by version, and under version 0 the note of the functions.
    func appliedSteps() throws(PostgresError) -> [Int: String] {
        var applied: [Int: String] = [:]
        for row in self { applied[Int(try row.decode("version", as: Int32.self))] = try row.decode("name") }
        return applied
    }
}
