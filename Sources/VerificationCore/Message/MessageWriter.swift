/// Writes the SMS: the sentence in the reader's language, the autofill line, the encoding and the parts.
package struct MessageWriter: Sendable {
    /// The texts it writes from, where an app has none of its own.
    package let catalog: MessageCatalog

    /// A writer of these texts.
    package init(catalog: MessageCatalog) {
        self.catalog = catalog
    }

    /// Writes one message.
    ///
    /// An app's own text is taken where its language fits the reader at least as well as the catalog's, and may have as
    /// many parts as the app's rules allow; one that has grown out of them, because the rules have changed since it was
    /// saved, gives way to the catalog's. Of the catalog's texts the longest goes that fits one part. The app's name is
    /// made one clean line of at most 40 characters, and is cut further where even the short text has room for less (20
    /// Latin letters, or letters of the text's own script, always fit).
    /// With Android's hash the message is one part, or goes without it. A WebOTP line may need one part more than the app's
    /// rules allow; a domain so long that it would need two is left out.
    /// - Parameters:
    ///   - style: Whose name, texts and rules count; nothing in the name is taken for a placeholder.
    ///   - code: The digits, which stay as they are in every language.
    ///   - minutes: How long the code lives, as `minutes(remaining:)` counts it.
    ///   - language: What the request asks for, known to us or not; then the app's default and English are tried.
    ///   - autofill: The line for the phone, if the request wants one.
    /// - Returns: The text, measured, and the language it is in.
    package func write(
        in style: MessageStyle, code: String, minutes: Int, language: LanguageTag?, autofill: Autofill? = nil
    ) -> MessageText {
        let asked = [language, style.language, .english]
        if let own = ownTemplate(of: style, for: asked) {
            let composer = MessageComposer(own, in: style, code: code, minutes: minutes)
            if let message = composer.message(parts: style.maxParts, autofill: autofill) { return message }
        }
        let template = catalog.template(for: asked)
        let composer = MessageComposer(template, in: style, code: code, minutes: minutes)
        return composer.message(parts: 1, autofill: autofill) ?? MessageText(code, language: template.language)
    }

    /// The app's own text, if the catalog has no better one for the first language that either has one for.
    private func ownTemplate(of style: MessageStyle, for asked: [LanguageTag?]) -> MessageTemplate? {
        guard !style.texts.isEmpty else { return nil }
        let match = catalog.matcher.matcher(preferring: style.texts.languages).firstMatch(asked)
        guard let match, let text = style.texts[match] else { return nil }
        return localized(text, in: match).template
    }

    /// The minutes of life that a message states: whole ones, rounded down so that it never promises too much, and at
    /// least one.
    package static func minutes(remaining life: Duration) -> Int {
        max(1, Int(life.components.seconds / 60))
    }
}

extension MessageWriter {
    /// An app's own text in its language, ready to be filled in and measured.
    package func localized(_ text: AppText, in language: LanguageTag) -> LocalizedAppText {
        // Only words that go with a number need the rule.
        let rule = text.isCounting ? catalog.languageData.pluralRule(of: language) : .none
        return LocalizedAppText(text, in: language, rule: rule)
    }

    /// Languages of the catalog that are close to one of these texts', but stay with the catalog's own.
    ///
    /// For example `es-419` where there is a text for `es` only: the catalog's fits readers in Mexico better.
    package func unanswered(beside language: LanguageTag, among texts: AppTexts) -> [LanguageTag] {
        let matcher = catalog.matcher.matcher(preferring: texts.languages)
        return catalog.languages.filter { other in
            other.language == language.language && matcher.match(other).flatMap { texts[$0] } == nil
        }
    }
}
