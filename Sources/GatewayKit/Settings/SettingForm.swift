/// The form of a setting's text, and how to read the text as a value.
public struct SettingForm<Value: Sendable>: Sendable {
    /// Throws what is wrong with a text; the error has the setting's name, and never a text that may be secret.
    package let read: @Sendable (_ text: String, _ name: String) throws(SettingsError) -> Value
    /// The smallest and the greatest value, for example "2 to 200"; nil without limits.
    let range: String?
    let takesAnyText: Bool
    let isMapping: Bool

    /// A form with errors of its own.
    ///
    /// - Parameters:
    ///   - range: The smallest and the greatest value, for example "2 to 200"; nil without limits.
    ///   - takesAnyText: Whether no text is wrong, also not the empty text.
    ///   - isMapping: Whether the settings file may have a mapping of texts, which `read` gets as a JSON object.
    ///   - read: Reads a text; its error has the setting's name, and never a text that may be secret.
    public init(
        range: String? = nil, takesAnyText: Bool = false, isMapping: Bool = false,
        _ read: @escaping @Sendable (_ text: String, _ name: String) throws(SettingsError) -> Value
    ) {
        self.range = range
        self.takesAnyText = takesAnyText
        self.isMapping = isMapping
        self.read = read
    }

    /// A form with the same error for every wrong text: "… must be", followed by `expectation`.
    ///
    /// `value`: reads a text; nil when the text is wrong.
    public init(
        range: String? = nil, isMapping: Bool = false, expecting expectation: String,
        _ value: @escaping @Sendable (_ text: String) -> Value?
    ) {
        self.init(range: range, isMapping: isMapping) { text, name throws(SettingsError) in
            guard let value = value(text) else { throw SettingsError("\(name) must be \(expectation)") }
            return value
        }
    }
}

extension SettingForm<String> {
    /// Any text.
    public static var text: Self { Self(takesAnyText: true) { text, _ throws(SettingsError) in text } }
}

extension SettingForm<Int> {
    /// A whole number within a range.
    public static func number(_ range: ClosedRange<Int>) -> Self {
        let words = "\(range.lowerBound) to \(range.upperBound)"
        return Self(range: words, expecting: "a number from \(words)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension SettingForm<Bool> {
    /// `true` or `false`.
    public static var truth: Self {
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
    /// A time such as `500ms`, `10s` or `2m`.
    ///
    /// `range`: bounds in whole seconds, because errors show them as such.
    public static func duration(_ range: ClosedRange<Duration>) -> Self {
        let words = "\(range.lowerBound.components.seconds)s to \(range.upperBound.components.seconds)s"
        return Self(range: words, expecting: "a time such as 500ms, 10s or 2m, from \(words)") { text in
            Duration(setting: text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Duration {
    /// Reads a whole number below 1,000,000,000 with a unit: `ms`, `s`, `m` or `h`; nil for any other text.
    package init?(setting text: String) {
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
    /// One of the enum's raw values.
    public static var oneOf: Self {
        let words = Value.allCases.map(\.rawValue)
        let expectation = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return Self(expecting: expectation) { Value(rawValue: $0) }
    }
}
