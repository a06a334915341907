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

extension App {
    /// The test number that a phone is at that moment; nil for one like any other.
    package func testNumber(_ e164: String, at moment: Timestamp) -> TestNumber? {
        testNumbers[e164].flatMap { $0.isValid(at: moment) ? $0 : nil }
    }
}
