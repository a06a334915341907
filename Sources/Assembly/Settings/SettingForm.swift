import Foundation
import StrictJSON

/// The form of a setting's text, and how to read the text as a value.
package struct SettingForm<Value: Sendable>: Sendable {
    /// Throws what is wrong with a text; the error has the setting's name, and never a text that may be secret.
    let read: @Sendable (_ text: String, _ name: String) throws(SettingsProblem) -> Value
    /// The smallest and the greatest value, for example "2 to 200"; nil without limits.
    let range: String?
    let takesAnyText: Bool

    init(
        range: String? = nil, takesAnyText: Bool = false,
        _ read: @escaping @Sendable (_ text: String, _ name: String) throws(SettingsProblem) -> Value
    ) {
        self.range = range
        self.takesAnyText = takesAnyText
        self.read = read
    }

    /// A form with the same error for every wrong text: "… must be", followed by `expectation`.
    ///
    /// `value`: reads a text; nil when the text is wrong.
    init(
        range: String? = nil, expecting expectation: String, _ value: @escaping @Sendable (_ text: String) -> Value?
    ) {
        self.init(range: range) { text, name throws(SettingsProblem) in
            guard let value = value(text) else { throw SettingsProblem("\(name) must be \(expectation)") }
            return value
        }
    }
}

extension SettingForm<String> {
    static var text: Self { Self(takesAnyText: true) { text, _ throws(SettingsProblem) in text } }
}

extension SettingForm<String> {
    /// A path such as `/ops/verifyd`; `/` becomes the empty path.
    static var path: Self {
        Self(expecting: "a path such as /ops, of letters, digits, dashes, dots and underscores") { text in
            let parts = text.split(separator: "/")
            let isPlain = parts.joined().utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
                default: false
                }
            }
            guard text.hasPrefix("/"), isPlain, !parts.contains("."), !parts.contains("..") else { return nil }
            return parts.map { "/" + $0 }.joined()
        }
    }
}

extension SettingForm<Int> {
    static func number(_ range: ClosedRange<Int>) -> Self {
        let words = "\(range.lowerBound) to \(range.upperBound)"
        return Self(range: words, expecting: "a number from \(words)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension SettingForm<Bool> {
    static var truth: Self {
        Self(expecting: "true or false") { text in
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: nil
            }
        }
    }
}

extension SettingForm<Duration> {
    /// `range`: bounds in whole seconds, because errors show them as such.
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        let words = "\(range.lowerBound.components.seconds)s to \(range.upperBound.components.seconds)s"
        return Self(range: words, expecting: "a time such as 500ms, 10s or 2m, from \(words)") { text in
            Duration(setting: text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Duration {
    /// Reads a whole number below 1,000,000,000 with a unit: `ms`, `s`, `m` or `h`; nil for any other text.
    init?(setting text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number < 1_000_000_000 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(number)
        case "s": self = .seconds(number)
        case "m": self = .seconds(number * 60)
        case "h": self = .seconds(number * 3_600)
        default: return nil
        }
    }
}

extension SettingForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the enum's words.
    static var oneOf: Self {
        let words = Value.allCases.map(\.rawValue)
        let expectation = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return Self(expecting: expectation) { Value(rawValue: $0) }
    }
}

extension SettingForm<[String: String]> {
    /// Texts by name: a mapping in the settings file, and a JSON object elsewhere.
    static var pairs: Self {
        Self(expecting: "a mapping of names to texts, such as {\"a\": \"b\"}") { text in
            // Whatever keeps it from being JSON, it is no such mapping.
            guard let object = (try? JSONValue(parsing: text.utf8))?.object else { return nil }
            var pairs: [String: String] = [:]
            for member in object.members {
                guard let value = member.value.string, pairs.updateValue(value, forKey: member.key) == nil else {
                    return nil
                }
            }
            return pairs
        }
    }
}
