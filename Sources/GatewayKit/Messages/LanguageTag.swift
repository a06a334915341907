/// A well-formed BCP 47 language tag, for example `zh-Hant-TW`.
///
/// It is written as in the standard, whatever the caller's habits: `EN_us` and `en_US@calendar=buddhist` become
/// `en-US`. A well-formed tag may be unknown or outdated: `x-klingon` and `iw` are tags. `LanguageData` knows what they
/// mean.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The tag itself.
    public let description: String

    /// The language that every catalog has.
    package static let english = LanguageTag(wellFormed: "en")

    /// Reads a tag of RFC 5646, or a phone's name for its locale; nil for other text, or more than 128 bytes.
    ///
    /// Subtags may be joined with `-` or `_`, in any case. A variant or an extension must not come twice. Of a locale's
    /// name only the language tag is kept.
    public init?(_ text: String) {
        guard let tag = LanguageTagGrammar.tag(in: text) else { return nil }
        self.init(wellFormed: tag)
    }

    private init(wellFormed tag: String) {
        description = tag
    }

    /// The first subtag: `zh` of `zh-Hant-TW`.
    package var language: Substring { description.prefix { $0 != "-" } }

    /// Whether only people who have agreed on the tag know what it means, as with `x-klingon`.
    package var isPrivate: Bool { language == "x" }
}
