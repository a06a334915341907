/// How a database's schema compares with the schema of this program.
package enum SchemaComparison: Sendable, Hashable {
    case fits
    /// An operator has to run `verifyd migrate`, which would apply the steps of these names.
    ///
    /// A change of the functions has the name `functions`. In an empty database everything is missing.
    case older(missing: [String])
    /// A later program has migrated the database: an operator has to replace this program.
    case newer

    /// `applied`: names by version; under version 0 the note of the functions.
    init(applied: [Int: String], steps: [Migration]) {
        let known = Set(steps.map(\.version) + [0])
        let functions = SchemaFunctions.version(in: applied[0])
        guard known.isSuperset(of: applied.keys), functions <= SchemaFunctions.version else {
            self = .newer
            return
        }
        var missing = steps.filter { applied[$0.version] == nil }.map(\.name)
        if applied[0] != SchemaFunctions.note { missing.append("functions") }
        self = missing.isEmpty ? .fits : .older(missing: missing)
    }
}
