extension App {
    /// What the app's messages take from the app.
    package var style: MessageStyle {
        MessageStyle(
            name: displayName, language: defaultLanguage, texts: texts, maxParts: rules.maxParts,
            transliterates: rules.transliterate, warns: rules.warn, autofill: rules.webOTPLine,
            codeDigits: rules.codeDigits,
            codeLife: rules.codeLife)
    }
}
