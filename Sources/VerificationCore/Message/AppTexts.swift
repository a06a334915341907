/// All texts of an app's own, by language.
package struct AppTexts: Sendable, Hashable {
    /// No text of its own: everything comes from the catalog.
    package static let none = AppTexts([:])

    private let texts: [LanguageTag: AppText]
    private let matcher: LanguageMatcher

    /// These texts.
    package init(_ texts: [LanguageTag: AppText]) {
        self.texts = texts
        matcher = LanguageMatcher(among: texts.keys.sorted { $0.description < $1.description })
    }

    /// Whether there is none.
    package var isEmpty: Bool { texts.isEmpty }

    /// The languages that there are texts for, in alphabetical order.
    package var languages: [LanguageTag] { texts.keys.sorted { $0.description < $1.description } }

    /// The text for exactly that language.
    package subscript(language: LanguageTag) -> AppText? { texts[language] }

    /// These texts and this one, in the place of an earlier one for its language.
    package func with(_ text: AppText, for language: LanguageTag) -> AppTexts {
        AppTexts(texts.merging([language: text]) { $1 })
    }

    /// Languages of the catalog that are close to one of these texts', but stay with the catalog's own.
    ///
    /// For example `es-419` where there is a text for `es` only: the catalog's fits readers in Mexico better.
    package func unanswered(beside language: LanguageTag, in catalog: MessageCatalog) -> [LanguageTag] {
        catalog.languages.filter { other in
            other.subtags.language == language.subtags.language && (match(other)?.match.distance ?? .max) > 0
        }
    }

    /// The text whose language fits best, and how well it does.
    func match(_ asked: LanguageTag) -> (text: AppText, match: LanguageMatch)? {
        guard !texts.isEmpty, let match = matcher.match(asked), let text = texts[match.language] else { return nil }
        return (text, match)
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

    /// Reads what `json` wrote, or somebody who knows the form; throws on the first text that is not right.
    package init(json: JSONObject) throws(AppTextProblem) {
        var texts: [LanguageTag: AppText] = [:]
        for member in json.members {
            guard let language = LanguageTag(member.key), texts[language] == nil else { throw .language(member.key) }
            guard let template = member.value.string else { throw .notText(language) }
            texts[language] = try AppText(template)
        }
        self.init(texts)
    }
}
