import Store

extension SchemaComparison {
    /// What an operator reads of the schema.
    var words: String {
        switch self {
        case .fits: "up to date"
        case .older(let missing): "run `verifyd migrate`; missing: \(missing.joined(separator: "; "))"
        case .ahead(let steps) where steps.isEmpty:
            "has functions of a later version, which this program can use"
        case .ahead(let steps):
            "has \(steps.count) \(steps.count == 1 ? "step" : "steps") of a later version that this program may ignore: "
                + steps.joined(separator: "; ")
        case .newer: "a newer verifyd has migrated it: use that one"
        }
    }

    /// The names of the steps of a later version that this program may ignore.
    var ignoredSteps: [String] {
        switch self {
        case .ahead(let steps): steps
        case .fits, .older, .newer: []
        }
    }
}
