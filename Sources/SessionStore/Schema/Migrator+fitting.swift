import PostgreSQL
import VerificationCore

extension Migrator {
    /// Asks for the notes of a database's steps and of its functions; for `expectFitting`.
    static let appliedSteps: SQL = "select version, name from schema_migration"

    /// Throws `unfit` when this program cannot work with the schema; `rows` is the answer to `appliedSteps`.
    ///
    /// The schema must have the program's steps, and no other steps but additive ones. Its functions may be those of a
    /// later release, or of another build of this release; see `SchemaFunctions`.
    static func expectFitting(_ rows: PostgresRows) throws {
        let applied = try rows.appliedSteps()
        let functions = SchemaFunctions.version(in: applied[0])
        switch SchemaComparison(applied: applied, steps: Migration.all) {
        case .fits, .ahead: return
        case .older(missing: ["functions"]) where functions == SchemaFunctions.version: return
        case .older: throw StoreProblem.unfit("the schema is older than this program: run `verifyd migrate`")
        case .newer:
            throw StoreProblem.unfit(
                "the schema is newer than this program: run the version of verifyd that migrated it")
        }
    }
}

extension PostgresRows {
    /// Reads rows of `Migrator.appliedSteps`: notes by version, and under version 0 the note of the functions.
    func appliedSteps() throws(PostgresError) -> [Int: String] {
        var applied: [Int: String] = [:]
        for row in self { applied[Int(try row.decode("version", as: Int32.self))] = try row.decode("name") }
        return applied
    }
}
