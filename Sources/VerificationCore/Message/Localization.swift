import StrictJSON

/// One language's entry in a String Catalog.
///
/// Xcode writes a text that counts in one of two shapes. Both are read:
/// - the whole sentence once for each plural form, under `variations.plural.<form>`, with `%3$lld` in it; or
/// - the sentence once, with `%#@minutes@` in it, and only those words for each form, under
///   `substitutions.minutes.variations.plural.<form>`, with `%arg` in them.
/// The second is the shape for texts of several arguments, and the one our catalog has. A text with neither has one
/// form.
struct Localization {
    private let value: JSONValue
    private let language: LanguageTag

    init(_ value: JSONValue, language: LanguageTag) {
        self.value = value
        self.language = language
    }

    /// The text; nil if nobody has translated it yet.
    func text() throws(MessageCatalogProblem) -> LocalizedText? {
        if value["variations"] != nil { return LocalizedText(whole: try forms()) }
        guard let sentence = try sentence() else { return nil }
        guard let minutes = value["substitutions"]?["minutes"] else { return LocalizedText(sentence) }
        guard minutes["argNum"]?.integer == 3, minutes["formatSpecifier"]?.string == "lld",
            let plural = minutes["variations"]?["plural"]
        else { throw .unreadable(language: language.description) }
        return LocalizedText(sentence, minutes: try forms(of: plural))
    }

    /// A text that is nothing but words for a number.
    func forms() throws(MessageCatalogProblem) -> [PluralCategory: MessageFormat] {
        guard let plural = value["variations"]?["plural"] else { throw .unreadable(language: language.description) }
        return try forms(of: plural)
    }

    /// A text that says the same whatever the number; nil if nobody has translated it yet.
    func sentence() throws(MessageCatalogProblem) -> MessageFormat? {
        guard let unit = value["stringUnit"] else { throw .unreadable(language: language.description) }
        return try format(unit)
    }

    private func forms(of plural: JSONValue) throws(MessageCatalogProblem) -> [PluralCategory: MessageFormat] {
        guard let members = plural.object?.members else { throw .unreadable(language: language.description) }
        var forms: [PluralCategory: MessageFormat] = [:]
        for member in members {
            guard let category = PluralCategory(rawValue: member.key), let unit = member.value["stringUnit"] else {
                throw .unreadable(language: language.description)
            }
            forms[category] = try format(unit)
        }
        return forms
    }

    private func format(_ unit: JSONValue) throws(MessageCatalogProblem) -> MessageFormat? {
        if unit["state"]?.string == "new" { return nil }
        guard let text = unit["value"]?.string else { throw .unreadable(language: language.description) }
        guard let format = MessageFormat(text) else { throw .unknownPlaceholder(in: language) }
        return format
    }
}
