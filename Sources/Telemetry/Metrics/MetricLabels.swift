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

/// Names and numbers as Prometheus reads them.
///
/// A name consists of ASCII letters, digits and `_`; a metric's name may also contain `:`. No name begins with a digit.
enum MetricName {
    /// The name with `_` for each byte that is not allowed, and with `_` before a digit at its beginning.
    static func sanitized(_ name: String, allowsColon: Bool = true) -> String {
        var bytes = name.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): byte
            case UInt8(ascii: ":"): allowsColon ? byte : UInt8(ascii: "_")
            default: UInt8(ascii: "_")
            }
        }
        if bytes.first.map({ $0 <= 0x39 }) ?? true { bytes.insert(UInt8(ascii: "_"), at: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number as Prometheus' text format writes it.
    static func value(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
