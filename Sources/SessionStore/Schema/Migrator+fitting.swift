import PostgreSQL
import VerificationCore

extension Migrator {
    /// The steps that a database has, and its functions; for `expectFitting`.
    static let appliedSteps: SQL = "select version, name from schema_migration"

    /// Throws `unfit` where a program like this one cannot work with the schema; see `SchemaFunctions` for its functions.
    ///
    /// `rows`: the answer to `appliedSteps`.
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
    /// Rows of `Migrator.appliedSteps`: names by version.
    func appliedSteps() throws(PostgresError) -> [Int: String] {
        var applied: [Int: String] = [:]
        for row in self { applied[Int(try row.decode("version", as: Int32.self))] = try row.decode("name") }
        return applied
    }
}
