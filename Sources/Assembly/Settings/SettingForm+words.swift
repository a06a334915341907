import StrictJSON

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
