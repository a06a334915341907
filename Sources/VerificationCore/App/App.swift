/// A tenant's short name: lower-case letters, digits and dashes, 1 to 40 of them.
package struct AppID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let name: String

    /// Nil when `name` is not a short name as described above.
    package init?(_ name: String) {
        let isAllowed = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isAllowed, (1...40).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    package var description: String { name }

    package static func < (left: AppID, right: AppID) -> Bool { left.name < right.name }
}

/// A tenant: whose name stands in the messages, and by which rules it sends.
package struct App: Sendable, Hashable {
    package let id: AppID
    /// What the person who gets the SMS knows the app by.
    package let displayName: String
    /// Used when a request names no language, or one that we have no text for.
    package let defaultLanguage: LanguageTag?
    package let rules: SendingRules
    /// By E.164, those that have expired included.
    package var testNumbers: [String: TestNumber] = [:]
    /// Texts that the app sends in place of the catalog's.
    package var texts: AppTexts = .none

    package init(id: AppID, displayName: String, defaultLanguage: LanguageTag? = nil, rules: SendingRules = .standard) {
        self.id = id
        self.displayName = displayName
        self.defaultLanguage = defaultLanguage
        self.rules = rules
    }
}
