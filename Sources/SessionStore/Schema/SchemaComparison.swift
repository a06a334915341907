/// How the schema that a database has compares with the schema that this program was written for.
package enum SchemaComparison: Sendable, Hashable {
    case fits
    /// `verifyd migrate` is to be run; these are the names of what it would apply. All of them where there is no schema.
    case older(missing: [String])
    /// A later program has migrated it: this program is to be replaced.
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
