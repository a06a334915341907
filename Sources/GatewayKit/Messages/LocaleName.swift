/// What phones and systems call a locale: a language tag, and settings that do not matter for texts.
///
/// iOS writes `en_US@calendar=buddhist`, POSIX `en_US.UTF-8`. Java's `Locale.toString()` puts the script last:
/// `zh_HK_#Hant`, `th_TH_TH_#u-nu-thai`.
enum LocaleName {
    /// The language tag in a name, not yet checked by the grammar; the name itself where it has no settings.
    ///
    /// Nil when the settings are not well-formed.
    static func languageTag(in name: String) -> String? {
        guard let mark = name.utf8.firstIndex(where: marks.contains) else { return name }
        let settings = name[name.utf8.index(after: mark)...]
        guard !settings.isEmpty, settings.utf8.allSatisfy(isSetting) else { return nil }
        return name.utf8[mark] == UInt8(ascii: "#") ? java(name[..<mark], with: settings) : String(name[..<mark])
    }

    private static let marks = Array("@.#".utf8)

    private static func isSetting(_ byte: UInt8) -> Bool {
        LanguageTagGrammar.isAlphanumeric(byte) || "@.=;+-_".utf8.contains(byte)
    }

    /// The tag in a name of Java's.
    ///
    /// Language and region stand before the mark, sometimes with a variant. Behind it stands the script, then
    /// extensions.
    private static func java(_ place: Substring, with settings: Substring) -> String? {
        guard place.hasSuffix("_"), !place.hasSuffix("___") else { return nil }
        let subtags = place.split { $0 == "_" || $0 == "-" }
        guard let language = subtags.first, subtags.allSatisfy(LanguageTagGrammar.isSubtag) else { return nil }
        let script = settings.prefix { $0 != "_" && $0 != "-" }
        let hasScript = script.utf8.count == 4 && script.utf8.allSatisfy(LanguageTagGrammar.isLetter)
        return ([language] + (hasScript ? [script] : []) + subtags.dropFirst().prefix(1)).joined(separator: "-")
    }
}
