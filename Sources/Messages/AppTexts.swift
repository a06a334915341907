import GatewayKit
import StrictJSON

/// All texts of an app's own, by language.
package struct AppTexts: Sendable, Hashable {
    /// An app without texts of its own: everything comes from the catalog.
    package static let none = AppTexts([:])

    private let texts: [LanguageTag: AppText]
    /// The languages that have a text, in alphabetical order.
    package let languages: [LanguageTag]

    /// Takes the texts by language.
    package init(_ texts: [LanguageTag: AppText]) {
        self.texts = texts
        languages = texts.keys.sorted { $0.description < $1.description }
    }

    /// Whether the app has no text of its own.
    package var isEmpty: Bool { texts.isEmpty }

    /// The text for exactly that language.
    package subscript(language: LanguageTag) -> AppText? { texts[language] }

    /// These texts with `text` added; it replaces an earlier text for its language.
    package func with(_ text: AppText, for language: LanguageTag) -> AppTexts {
        AppTexts(texts.merging([language: text]) { $1 })
    }
}

extension AppTexts {
    /// The texts as stored: an object of language tags and templates, for example `{"fr":"{code} : votre code {app}"}`.
    package var json: JSONObject {
        JSONObject(
            languages.compactMap { language in
                texts[language].map { JSONObject.Member(key: language.description, value: .string($0.template)) }
            })
    }

    /// Reads what `json` wrote, or what an operator wrote in the same form; throws on the first wrong text.
    package init(json: JSONObject) throws(AppTextError) {
        var texts: [LanguageTag: AppText] = [:]
        for member in json.members {
            guard let language = LanguageTag(member.key), texts[language] == nil else { throw .language(member.key) }
            guard let template = member.value.string else { throw .notText(language) }
            texts[language] = try AppText(template)
        }
        self.init(texts)
    }
}
