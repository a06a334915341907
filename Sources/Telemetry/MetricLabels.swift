/// The labels of a series, sorted by name; no name comes twice.
struct MetricLabels: Hashable, Comparable {
    private let pairs: [Pair]

    private struct Pair: Hashable {
        let name: String
        let value: String
    }

    /// Takes labels in any order and with any characters.
    ///
    /// A character that Prometheus does not allow in a name becomes `_`. Of two labels with the same name, the last
    /// label stays. A histogram has a label `le` of its own, so a label `le` becomes `le_`.
    init(_ dimensions: [(String, String)]) {
        var values: [String: String] = [:]
        for (name, value) in dimensions {
            let name = MetricName.sanitized(name, allowsColon: false)
            values[name == "le" ? "le_" : name] = value
        }
        pairs = values.sorted { $0.key < $1.key }.map(Pair.init)
    }

    private init(pairs: [Pair]) {
        self.pairs = pairs
    }

    /// The labels of the overflow series, which counts for all labels beyond the allowed number of series.
    var overflow: MetricLabels { MetricLabels(pairs: pairs.map { Pair(name: $0.name, value: "other") }) }

    /// `{name="value",…}` with `extra` last; empty when there is no label.
    func rendered(extra: String? = nil) -> String {
        let parts = pairs.map { "\($0.name)=\"\(Self.escaped($0.value))\"" } + (extra.map { [$0] } ?? [])
        return parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
    }

    static func < (left: MetricLabels, right: MetricLabels) -> Bool { left.rendered() < right.rendered() }

    /// Escapes the characters that have a meaning within a label's quotes.
    private static func escaped(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
            case "\"": text.append(contentsOf: "\\\"".unicodeScalars)
            case "\n": text.append(contentsOf: "\\n".unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
