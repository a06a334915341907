/// How the schema that a database has compares with the one that this program was written for.
package enum SchemaComparison: Sendable, Hashable {
    case fits
    /// `verifyd migrate` is to be run; these are the names of what it would apply. All of them where there is no schema.
    case older(missing: [String])
    /// A later program has migrated it: this one is to be replaced.
    case newer

    /// `applied`: names by version, the functions' fingerprint under version 0.
    init(applied: [Int: String], steps: [Migration]) {
        let known = Set(steps.map(\.version) + [0])
        guard known.isSuperset(of: applied.keys) else {
            self = .newer
            return
        }
        var missing = steps.filter { applied[$0.version] == nil }.map(\.name)
        if applied[0] != SchemaFunctions.fingerprint { missing.append("functions") }
        self = missing.isEmpty ? .fits : .older(missing: missing)
    }
}
