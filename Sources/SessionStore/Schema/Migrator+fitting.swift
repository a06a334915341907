import PostgreSQL
import VerificationCore

extension Migrator {
    /// Its answer is for `expectFitting`.
    static let appliedVersions: SQL = "select version from schema_migration"

    /// Throws `unfit` unless the schema is exactly of the version that this program knows.
    ///
    /// The functions, version 0, are left out: a program goes on that others replace by a version with other functions.
    static func expectFitting(_ applied: [Int32]) throws(StoreProblem) {
        let known = Set(Migration.all.map { Int32($0.version) } + [0])
        guard known.isSubset(of: applied) else {
            throw .unfit("the schema is older than this program: run `verifyd migrate`")
        }
        guard known.isSuperset(of: applied) else {
            throw .unfit("the schema is newer than this program: run the version of verifyd that migrated it")
        }
    }
}
