/// How a database's schema compares with the schema of this program.
package enum SchemaComparison: Sendable, Hashable {
    case fits
    /// An operator has to run `verifyd migrate`, which would apply the steps of these names.
    ///
    /// A change of the functions has the name `functions`. In an empty database everything is missing.
    case older(missing: [String])
    /// A later program has migrated the database, and this program goes on beside it.
    ///
    /// It may ignore the steps of these names. Without a name only the functions are later.
    case ahead(steps: [String])
    /// A later program has migrated the database: an operator has to replace this program.
    case newer

    /// `applied`: notes by version; under version 0 the note of the functions.
    init(applied: [Int: String], steps: [Migration]) {
        let known = Set(steps.map(\.version) + [0])
        let unknown = applied.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        let ignored = unknown.compactMap { Migration.additiveName(in: $0.value) }
        var missing = steps.filter { applied[$0.version] == nil }.map(\.name)
        let functions = SchemaFunctions.version(in: applied[0])
        let areLater = functions > SchemaFunctions.version
        guard ignored.count == unknown.count, !areLater || missing.isEmpty else {
            self = .newer
            return
        }
        if !areLater && applied[0] != SchemaFunctions.note { missing.append("functions") }
        guard missing.isEmpty else {
            self = .older(missing: missing)
            return
        }
        self = areLater || !ignored.isEmpty ? .ahead(steps: ignored) : .fits
    }
}
