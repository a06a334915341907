import GatewayKit

/// What messages take from the app that sends them: its name, its texts, and its rules about texts.
package struct MessageStyle: Sendable, Hashable {
    /// The app's name as the app spells it; nothing in it is taken for a placeholder.
    package var name: String
    /// The app's default language, for a person whose language is unknown or has no text.
    package var language: LanguageTag?
    /// The app's own texts, in place of the catalog's.
    package var texts: AppTexts
    /// The most segments that a message may have.
    package var maxSegments: Int
    /// Whether accents may be left out where that saves a segment.
    package var transliterates: Bool
    /// Whether each message asks the person to keep the code secret.
    package var warns: Bool
    /// The line of messages whose request names none, where it costs no segment more.
    package var autofill: Autofill?
    package var codeDigits: Int
    package var codeLife: Duration

    package init(
        name: String, language: LanguageTag? = nil, texts: AppTexts = .none, maxSegments: Int, transliterates: Bool,
        warns: Bool, autofill: Autofill? = nil, codeDigits: Int, codeLife: Duration
    ) {
        self.name = name
        self.language = language
        self.texts = texts
        self.maxSegments = maxSegments
        self.transliterates = transliterates
        self.warns = warns
        self.autofill = autofill
        self.codeDigits = codeDigits
        self.codeLife = codeLife
    }
}
