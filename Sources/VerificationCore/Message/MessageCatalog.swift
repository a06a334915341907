/// The texts of all languages, read from a String Catalog (`.xcstrings`), checked and taken apart once.
package struct MessageCatalog: Sendable {
    /// The key of the text in the String Catalog.
    private static let key = "verification.sms"

    private let templates: [LanguageTag: MessageTemplate]
    private let english: MessageTemplate
    private let matcher: LanguageMatcher

    /// Reads a String Catalog; throws unless every text in it can be filled in.
    ///
    /// Texts that Xcode marks `new`, not yet translated, are passed over.
    package init(parsing bytes: [UInt8]) throws(MessageCatalogProblem) {
        let limits = JSONLimits(depth: 32, elementsPerContainer: 10_000, elements: 1_000_000)
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes, limits: limits) } catch { throw .notJSON(error) }
        guard let texts = document["strings"]?[Self.key]?["localizations"]?.object else {
            throw .unreadable(language: "any language")
        }
        var templates: [LanguageTag: MessageTemplate] = [:]
        for text in texts.members {
            guard let language = LanguageTag(text.key), templates[language] == nil else { throw .language(text.key) }
            guard let forms = try Localization(text.value, language: language).forms() else { continue }
            templates[language] = try MessageTemplate(language: language, forms: forms)
        }
        guard let english = templates[.english] else { throw .noEnglish }
        self.templates = templates
        self.english = english
        matcher = LanguageMatcher(among: templates.keys.sorted { $0.description < $1.description })
    }

    /// The catalog that comes with the program.
    package static func embedded() throws(MessageCatalogProblem) -> MessageCatalog {
        try MessageCatalog(parsing: PackageResources.Messages_xcstrings)
    }

    /// The languages there are texts for, in alphabetical order.
    package var languages: [LanguageTag] { templates.keys.sorted { $0.description < $1.description } }

    /// The language a request is answered in: the best match, else the app's default, else English.
    package func language(for asked: LanguageTag?, default appDefault: LanguageTag?) -> LanguageTag {
        matcher.bestMatch(for: asked, default: appDefault)
    }

    /// The language that fits best, and how well it does; nil if none does.
    func match(_ asked: LanguageTag) -> LanguageMatch? { matcher.match(asked) }

    func template(for asked: LanguageTag?, default appDefault: LanguageTag?) -> MessageTemplate {
        templates[language(for: asked, default: appDefault)] ?? english
    }
}
