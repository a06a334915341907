/// A well-formed BCP 47 language tag in canonical form, for example `zh-Hant-TW`.
///
/// Written as CLDR writes it, whatever the sender's habits: `EN_us` becomes `en-US`, `iw` becomes `he`, `i-klingon`
/// becomes `tlh`. Well-formed does not mean known: `x-klingon` is a tag, and `LanguageMatcher` finds a language to
/// answer it in.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The tag itself.
    public let description: String

    /// The language every catalog has.
    package static let english = LanguageTag(canonical: "en")

    /// Nil if `text` does not follow the grammar of RFC 5646, or is longer than 64 bytes.
    ///
    /// Naming a variant or an extension twice is against the grammar here. Subtags may be joined with `-` or `_`, in
    /// any case.
    public init?(_ text: String) {
        guard let canonical = LanguageTagGrammar.canonical(text) else { return nil }
        self.init(canonical: canonical)
    }

    private init(canonical: String) {
        description = canonical
    }
}

extension LanguageTag {
    /// The subtags that matter for finding a text, taken apart.
    struct Subtags: Hashable {
        var language: String
        var script: String?
        var region: String?
    }

    /// Language, script and region; the language is empty if the tag is of private use alone.
    var subtags: Subtags {
        let parts = description.split(separator: "-", maxSplits: 3)
        var rest = parts.dropFirst()
        var subtags = Subtags(language: parts[0] == "x" ? "" : String(parts[0]))
        if let script = rest.first, script.utf8.count == 4, !LanguageTagGrammar.startsWithDigit(script) {
            subtags.script = String(script)
            rest = rest.dropFirst()
        }
        if let region = rest.first, region.utf8.count == 2 || region.utf8.count == 3 {
            subtags.region = String(region)
        }
        return subtags
    }
}
