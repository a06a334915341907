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

extension App {
    /// What the app's messages take from the app.
    package var style: MessageStyle {
        MessageStyle(
            name: displayName, language: defaultLanguage, texts: texts, maxParts: rules.maxParts,
            transliterates: rules.transliterate, warns: rules.warn, autofill: rules.webOTPLine,
            codeDigits: rules.codeDigits,
            codeLife: rules.codeLife)
    }
}

/// A caller of the API: an app, with the scope of the key that it uses.
package struct Caller: Sendable, Hashable {
    package let app: App
    package let scope: KeyScope
    /// Who may use a key of scope `client`.
    package let bounds: ClientBounds

    package init(app: App, scope: KeyScope, bounds: ClientBounds = .none) {
        (self.app, self.scope, self.bounds) = (app, scope, bounds)
    }
}

/// The apps that a store holds.
package struct StoredApps: Sendable, Hashable {
    /// By id, with their own texts and their test numbers, but for test numbers that this version cannot read.
    package let readable: [App]
    /// What is wrong with the apps whose rules or test numbers this version cannot read.
    package let unreadable: [AppID: String]

    package init(readable: [App], unreadable: [AppID: String] = [:]) {
        self.readable = readable
        self.unreadable = unreadable
    }

    /// The app of that id; nil when there is none, or when this version cannot read its rules.
    package func app(named id: String) -> App? { readable.first { $0.id.name == id } }
}
