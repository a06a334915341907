extension App {
    /// What its messages take from it.
    package var style: MessageStyle {
        MessageStyle(
            name: displayName, language: defaultLanguage, texts: texts, maxParts: rules.maxParts,
            transliterates: rules.transliterate, warns: rules.warn, codeDigits: rules.codeDigits,
            codeLife: rules.codeLife)
    }
}
