import Messages
import StrictJSON
import VerificationCore

/// What the handler page says, in all languages, read from a String Catalog (`.xcstrings`) once.
package struct HandlerTexts: Sendable {
    /// The texts of one language.
    struct Page: Sendable, Hashable {
        let language: LanguageTag
        let title: String
        let instruction: String
        let back: String
        let failure: String
        let noScript: String

        /// Whether its letters run from right to left.
        var isRightToLeft: Bool { ["ar", "fa", "he", "ur"].contains(language.language) }
    }

    /// The languages that have texts, in alphabetical order.
    package let languages: [LanguageTag]
    private let pages: [LanguageTag: Page]
    private let english: Page
    private let matcher: any LanguageMatcher

    /// The catalog that is part of the program.
    package static func embedded(languages: some LanguageData) throws(MessageCatalogError) -> HandlerTexts {
        try HandlerTexts(parsing: PackageResources.HandlerPage_xcstrings, languages: languages)
    }

    /// Throws unless each language of the catalog has all texts.
    init(parsing bytes: [UInt8], languages data: some LanguageData) throws(MessageCatalogError) {
        let document: JSONValue
        do {
            document = try JSONValue(
                parsing: bytes, limits: JSONLimits(depth: 32, elementsPerContainer: 1_000, elements: 100_000))
        } catch {
            throw .notJSON(error)
        }
        let names = document["strings"]?["handler.title"]?["localizations"]?.object?.members.map(\.key) ?? []
        var pages: [LanguageTag: Page] = [:]
        for name in names {
            guard let language = LanguageTag(name), pages[language] == nil else { throw .language(name) }
            pages[language] = try Self.page(named: name, in: language, of: document["strings"])
        }
        guard let english = pages[.english] else { throw .noEnglish }
        languages = pages.keys.sorted { $0.description < $1.description }
        (self.pages, self.english, matcher) = (pages, english, data.matcher(among: languages))
    }

    /// In the first language that has a match; in English without one.
    func page(for asked: [LanguageTag?]) -> Page { matcher.firstMatch(asked).flatMap { pages[$0] } ?? english }

    private static func page(
        named name: String, in language: LanguageTag, of strings: JSONValue?
    ) throws(MessageCatalogError) -> Page {
        func text(_ key: String) throws(MessageCatalogError) -> String {
            let unit = strings?["handler." + key]?["localizations"]?[name]?["stringUnit"]
            guard unit?["state"] == "translated", let text = unit?["value"]?.string, !text.isEmpty else {
                throw .unreadable(language: name)
            }
            return text
        }
        return Page(
            language: language, title: try text("title"), instruction: try text("instruction"), back: try text("back"),
            failure: try text("failure"), noScript: try text("noScript"))
    }
}
