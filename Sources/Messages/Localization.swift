import GatewayKit
import StrictJSON

/// One language's entry in a String Catalog.
///
/// Xcode writes a text that counts in two shapes, and both are read.
///
/// - The whole sentence stands once for each plural form, under `variations.plural.<form>`, with `%3$lld` in it.
/// - The sentence stands once, with `%#@minutes@` in it. Only these words stand once for each form, with `%arg` in
///   them, under `substitutions.minutes.variations.plural.<form>`.
///
/// The second shape is for texts of several arguments; verifyd's catalog has it. A text with neither shape has a single
/// form.
struct Localization {
    private let value: JSONValue
    private let language: LanguageTag

    init(_ value: JSONValue, language: LanguageTag) {
        self.value = value
        self.language = language
    }

    /// The text; nil while it is not translated.
    func text() throws(MessageCatalogError) -> LocalizedText? {
        if value["variations"] != nil { return LocalizedText(whole: try forms()) }
        guard let sentence = try sentence() else { return nil }
        guard let minutes = value["substitutions"]?["minutes"] else { return LocalizedText(sentence) }
        guard minutes["argNum"]?.integer == 3, minutes["formatSpecifier"]?.string == "lld",
            let plural = minutes["variations"]?["plural"]
        else { throw .unreadable(language: language.description) }
        return LocalizedText(sentence, minutes: try forms(of: plural))
    }

    /// The forms of a text that is only words for a number.
    func forms() throws(MessageCatalogError) -> [PluralCategory: MessageFormat] {
        guard let plural = value["variations"]?["plural"] else { throw .unreadable(language: language.description) }
        return try forms(of: plural)
    }

    /// The text, which is the same for every number; nil while it is not translated.
    func sentence() throws(MessageCatalogError) -> MessageFormat? {
        guard let unit = value["stringUnit"] else { throw .unreadable(language: language.description) }
        return try format(unit)
    }

    private func forms(of plural: JSONValue) throws(MessageCatalogError) -> [PluralCategory: MessageFormat] {
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

    private func format(_ unit: JSONValue) throws(MessageCatalogError) -> MessageFormat? {
        if unit["state"]?.string == "new" { return nil }
        guard let text = unit["value"]?.string else { throw .unreadable(language: language.description) }
        guard let format = MessageFormat(text) else { throw .unknownPlaceholder(in: language) }
        return format
    }
}
