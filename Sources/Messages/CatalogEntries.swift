import GatewayKit
import StrictJSON

/// The entries of a String Catalog that the program reads, by key and language.
struct CatalogEntries {
    /// The keys in the String Catalog.
    enum Key: String {
        /// For languages whose letters are in the GSM alphabet, where 160 letters fit one segment.
        case long = "verification.sms.long"
        case usual = "verification.sms"
        /// Without the minutes, for names and lines that leave no room for them.
        case short = "verification.sms.short"
        /// What stands in the place of the minutes from two hours on.
        case hours = "verification.hours"
        /// Asks the person to keep the code secret.
        case warning = "verification.warning"
    }

    private let strings: JSONValue?

    init(_ document: JSONValue) {
        strings = document["strings"]
    }

    /// The languages that have an entry; nil if the key is missing.
    func localizations(_ key: Key) -> [String]? {
        strings?[key.rawValue]?["localizations"]?.object?.members.map(\.key)
    }

    /// The texts of one language; nil while its usual text is not translated.
    func template(
        _ name: String, in language: LanguageTag, rule: PluralRule
    ) throws(MessageCatalogError) -> MessageTemplate? {
        guard try entry(.usual, of: name, in: language)?.text() != nil else { return nil }
        let hours = try entry(.hours, of: name, in: language)?.forms() ?? [:]
        var texts: [TimedText] = []
        for key in [Key.long, .usual, .short] {
            guard let text = try entry(key, of: name, in: language)?.text() else { continue }
            texts.append(
                try TimedText(text, hours: hours, isTimeless: key == .short, rule: rule, language: language))
        }
        let warning = try entry(.warning, of: name, in: language)?.sentence()
        return MessageTemplate(
            language: language, texts: texts, warning: warning?.text(app: "", code: "", number: ""))
    }

    private func entry(_ key: Key, of name: String, in language: LanguageTag) -> Localization? {
        strings?[key.rawValue]?["localizations"]?[name].map { Localization($0, language: language) }
    }
}
