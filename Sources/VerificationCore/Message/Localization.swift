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

    /// The text in each of its forms; nil if nobody has translated it yet.
    func forms() throws(MessageCatalogProblem) -> [PluralCategory: MessageFormat]? {
        if let plural = value["variations"]?["plural"] { return try forms(of: plural) }
        guard let unit = value["stringUnit"] else { throw .unreadable(language: language.description) }
        guard let sentence = try format(unit) else { return nil }
        guard let minutes = value["substitutions"]?["minutes"] else { return [.other: sentence] }
        guard minutes["argNum"]?.integer == 3, minutes["formatSpecifier"]?.string == "lld",
            let plural = minutes["variations"]?["plural"]
        else { throw .unreadable(language: language.description) }
        var forms: [PluralCategory: MessageFormat] = [:]
        for (category, words) in try self.forms(of: plural) {
            let whole = sentence.replacingSubstitutions { $0 == "minutes" ? words : nil }
            guard let whole else { throw .unknownPlaceholder(in: language) }
            forms[category] = whole
        }
        return forms
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
