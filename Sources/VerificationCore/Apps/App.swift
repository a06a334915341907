/// A tenant: its name in the messages, and the rules by which it sends.
package struct App: Sendable, Hashable {
    package let id: AppID
    /// The name by which the person who gets the SMS knows the app.
    package let displayName: String
    /// Used when a request names no language, or a language without a text.
    package let defaultLanguage: LanguageTag?
    package let rules: SendingRules
    /// The app's test numbers by E.164, expired test numbers included.
    package var testNumbers: [String: TestNumber] = [:]
    /// Texts that the app sends in place of the catalog's.
    package var texts: AppTexts = .none
    /// Where the app is told what becomes of its verifications; nil when it wants to hear nothing.
    package var endpoint: EventEndpoint?

    package init(id: AppID, displayName: String, defaultLanguage: LanguageTag? = nil, rules: SendingRules = .standard) {
        self.id = id
        self.displayName = displayName
        self.defaultLanguage = defaultLanguage
        self.rules = rules
    }
}

extension App {
    /// The test number with these digits, if it is valid at that moment; nil for any other number.
    package func testNumber(_ e164: String, at moment: Timestamp) -> TestNumber? {
        testNumbers[e164].flatMap { $0.isValid(at: moment) ? $0 : nil }
    }
}
