import GatewayKit
import StrictJSON

/// The texts of all languages, read from a String Catalog (`.xcstrings`), checked and taken apart once.
package struct MessageCatalog: Sendable {
    /// The languages that have texts, in alphabetical order.
    package let languages: [LanguageTag]
    let languageData: any LanguageData
    let matcher: any LanguageMatcher
    private let templates: [LanguageTag: MessageTemplate]
    private let english: MessageTemplate

    /// Reads a String Catalog; throws unless every text in it can be filled in.
    ///
    /// Texts that Xcode marks `new` are not translated yet, and are passed over.
    package init(parsing bytes: [UInt8], languages data: some LanguageData) throws(MessageCatalogError) {
        let limits = JSONLimits(depth: 32, elementsPerContainer: 10_000, elements: 1_000_000)
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes, limits: limits) } catch { throw .notJSON(error) }
        let entries = CatalogEntries(document)
        guard let usual = entries.localizations(.usual) else { throw .unreadable(language: "any language") }
        var templates: [LanguageTag: MessageTemplate] = [:]
        for name in usual {
            guard let language = LanguageTag(name), templates[language] == nil else { throw .language(name) }
            templates[language] = try entries.template(name, in: language, rule: data.pluralRule(of: language))
        }
        guard let english = templates[.english] else { throw .noEnglish }
        self.templates = templates
        self.english = english
        languages = templates.keys.sorted { $0.description < $1.description }
        languageData = data
        matcher = data.matcher(among: languages)
    }

    /// The catalog that is part of the program.
    package static func embedded(languages: some LanguageData) throws(MessageCatalogError) -> MessageCatalog {
        try MessageCatalog(parsing: PackageResources.Messages_xcstrings, languages: languages)
    }

    /// The language in which a request is answered: the best match, else the app's default, else English.
    package func language(for asked: LanguageTag?, default appDefault: LanguageTag?) -> LanguageTag {
        matcher.firstMatch([asked, appDefault]) ?? .english
    }

    func template(for asked: [LanguageTag?]) -> MessageTemplate {
        matcher.firstMatch(asked).flatMap { templates[$0] } ?? english
    }
}
