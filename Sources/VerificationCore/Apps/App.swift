import Messages
import StrictJSON

/// A tenant: its name in the messages, and the rules under which it sends.
package struct App: Sendable, Hashable {
    package let id: AppID
    /// The app's name in the SMS.
    package let displayName: String
    /// Used when a request names no language, or a language without a text.
    package let defaultLanguage: LanguageTag?
    package let rules: SendingRules
    /// The app's test numbers by E.164, those included that have expired or are switched off.
    package var testNumbers: [String: TestNumber] = [:]
    /// Texts that the app sends in place of the catalog's.
    package var texts: AppTexts = .none
    /// The endpoint that gets events about the app's verifications; nil when the app wants no events.
    package var endpoint: EventEndpoint?

    package init(id: AppID, displayName: String, defaultLanguage: LanguageTag? = nil, rules: SendingRules = .standard) {
        self.id = id
        self.displayName = displayName
        self.defaultLanguage = defaultLanguage
        self.rules = rules
    }
}

extension App {
    /// The test numbers that have an effect, by E.164: none while the app's rules switch them off.
    package var effectiveTestNumbers: [String: TestNumber] { rules.takesTestNumbers ? testNumbers : [:] }

    /// The test number with these digits, if it has an effect at that moment; nil for any other number.
    package func testNumber(_ e164: String, at moment: Timestamp) -> TestNumber? {
        effectiveTestNumbers[e164].flatMap { $0.isValid(at: moment) ? $0 : nil }
    }
}

extension App {
    /// What differs from the former app, as text for people, for example `changed: name, maxSends`; nil for no change.
    package func changes(since former: App?) -> String? {
        guard let former else { return "made" }
        let old = former.rules.json
        let rules = rules.json.members.filter { old[$0.key] != $0.value }.map(\.key)
        let changed =
            (former.displayName == displayName ? [] : ["name"])
            + (former.defaultLanguage == defaultLanguage ? [] : ["language"]) + rules
        return changed.isEmpty ? nil : "changed: " + changed.joined(separator: ", ")
    }
}

extension App {
    /// What the app's messages take from the app.
    package var style: MessageStyle {
        MessageStyle(
            name: displayName, language: defaultLanguage, texts: texts, maxSegments: rules.maxSegments,
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

extension App {
    /// The number that an operator or a backend wants as a test number of the app, under a new id and with its code
    /// encrypted.
    ///
    /// The store decides whether there is room, and whether the app has really sent to the number.
    ///
    /// - Parameters:
    ///   - form: what is wanted.
    ///   - keys: nil where this process has no keys of the codes.
    ///   - now: the present moment.
    ///   - random: 64 random bits, of a generator that is good enough for secrets.
    /// - Returns: the test number; nil where this process cannot encrypt its code.
    /// - Throws: why it can be none.
    package func newTestNumber(
        _ form: TestNumberForm, sealedBy keys: KeyRing?, at now: Timestamp, random: UInt64
    ) throws(TestNumberError) -> TestNumber? {
        guard rules.takes(form.phone.kind) else { throw .cannotGetSMS }
        try Self.expect(form.expiresAt, after: now)
        return keys.flatMap { form.number($0.makeID(for: id, at: now, random: random), sealedBy: $0, of: id) }
    }

    /// A test number of the app with another scenario and another end, and with another code if one is given.
    ///
    /// - Parameters:
    ///   - number: as it stands.
    ///   - code: 4 to 10 digits as a person typed them; nil keeps the code.
    ///   - scenario: what happens instead of a delivery; nil for a delivery.
    ///   - expiresAt: until when it is a test number; nil for ever.
    ///   - keys: nil where this process has no keys of the codes.
    ///   - now: the present moment.
    /// - Returns: the test number with the same id; nil where this process cannot encrypt the new code.
    /// - Throws: why it can be none.
    package func changed(
        _ number: TestNumber, code: String?, scenario: TestNumber.Scenario?, expiresAt: Timestamp?,
        sealedBy keys: KeyRing?, at now: Timestamp
    ) throws(TestNumberError) -> TestNumber? {
        try Self.expect(expiresAt, after: now)
        guard code != nil else {
            return TestNumber(
                id: number.id, phone: number.phone, code: number.code, scenario: scenario, expiresAt: expiresAt)
        }
        let form = try TestNumberForm(phone: number.phone, code: code, scenario: scenario, expiresAt: expiresAt)
        return keys.flatMap { form.number(number.id, sealedBy: $0, of: id) }
    }

    private static func expect(_ end: Timestamp?, after now: Timestamp) throws(TestNumberError) {
        guard end.map({ $0 > now }) ?? true else { throw .ended }
    }
}

/// Port: tenants and their keys.
///
/// Answers from memory where it can, so that it works while the store is away.
package protocol AppDirectory: Sendable {
    func app(_ id: AppID) async throws(StoreError) -> App?
    /// As `app`, and it includes every change whose maker got its answer before this call, unless the store is away.
    ///
    /// A worker need not ask for it: the transaction of its claim finds that the app has changed.
    func currentApp(_ id: AppID) async throws(StoreError) -> App?
    /// Whose key hashes to this; nil when no live key does.
    func caller(keyHash: APIKeyHash) async throws(StoreError) -> Caller?
}
