/// A well-formed BCP 47 language tag, for example `zh-Hant-TW`.
///
/// Written as the standard writes it, whatever the sender's habits: `EN_us` and `en_US@calendar=buddhist` become `en-US`.
/// Well-formed does not mean known, nor the name in use now: `x-klingon` and `iw` are tags, and `LanguageData` knows what
/// they mean.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The tag itself.
    public let description: String

    /// The language every catalog has.
    package static let english = LanguageTag(wellFormed: "en")

    /// Nil if `text` does not follow the grammar of RFC 5646 and is no name of a locale either, as phones write them; or is
    /// longer than 128 bytes.
    ///
    /// Subtags may be joined with `-` or `_`, in any case. Naming a variant or an extension twice is against the grammar
    /// here. Of a locale's name only what says the language is kept.
    public init?(_ text: String) {
        guard let tag = LanguageTagGrammar.tag(in: text) else { return nil }
        self.init(wellFormed: tag)
    }

    private init(wellFormed tag: String) {
        description = tag
    }

    /// The first subtag: `zh` of `zh-Hant-TW`.
    package var language: Substring { description.prefix { $0 != "-" } }

    /// Whether it says something only to those who agreed on it, as `x-klingon` does.
    package var isPrivate: Bool { language == "x" }
}
