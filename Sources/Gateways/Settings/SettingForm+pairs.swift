import GatewayKit
import StrictJSON

extension SettingForm<[String: String]> {
    /// Texts by name: a mapping in the settings file, and a JSON object elsewhere.
    package static var pairs: Self {
        Self(isMapping: true, expecting: "a mapping of names to texts, such as {\"a\": \"b\"}") { text in
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
