/// What messages take from the app that sends them: its name, its languages and texts, and what its rules say of texts.
package struct MessageStyle: Sendable, Hashable {
    /// As the app spells it; nothing in it is taken for a placeholder.
    package var name: String
    /// For a reader whose language nobody knows, or has a text for.
    package var language: LanguageTag?
    /// In the place of the catalog's.
    package var texts: AppTexts
    /// The most parts that a message may have.
    package var maxParts: Int
    /// Whether accents may go where that saves a part.
    package var transliterates: Bool
    /// Whether each message says that the code is nobody else's business.
    package var warns: Bool
    package var codeDigits: Int
    package var codeLife: Duration

    package init(
        name: String, language: LanguageTag? = nil, texts: AppTexts = .none, maxParts: Int, transliterates: Bool,
        warns: Bool, codeDigits: Int, codeLife: Duration
    ) {
        self.name = name
        self.language = language
        self.texts = texts
        self.maxParts = maxParts
        self.transliterates = transliterates
        self.warns = warns
        self.codeDigits = codeDigits
        self.codeLife = codeLife
    }
}
