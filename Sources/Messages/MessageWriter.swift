import GatewayKit

/// Writes the SMS: the sentence in the person's language, the autofill line, the encoding and the segments.
package struct MessageWriter: Sendable {
    /// The texts for apps that have no text of their own.
    package let catalog: MessageCatalog

    /// Writes from these texts.
    package init(catalog: MessageCatalog) {
        self.catalog = catalog
    }

    /// Writes one message.
    ///
    /// An app's own text is taken where its language fits the person at least as well as the catalog's. It may have as
    /// many segments as the app's rules allow. The rules may have changed since it was saved: a text that needs too many
    /// segments gives way to the catalog's text. So does a text that states minutes when less than one is left.
    ///
    /// Of the catalog's texts the longest is taken that fits one segment.
    ///
    /// The app's name is made one clean line of at most 40 characters. It is cut further where even the short text has
    /// room for less. 20 Latin letters, or 20 letters of the text's own script, always fit.
    ///
    /// With Android's hash the message is one segment, or goes without the hash. A WebOTP line may need one segment more
    /// than the app's rules allow. A domain so long that the line would need two segments more is left out.
    /// - Parameters:
    ///   - style: Whose name, texts and rules count; nothing in the name is taken for a placeholder.
    ///   - code: The digits, which stay as they are in every language.
    ///   - minutes: How long the code lives, as `minutes(remaining:)` counts it.
    ///   - language: What the request asks for, known or not; then the app's default and English are tried.
    ///   - autofill: The line for the phone, if the request wants a line.
    /// - Returns: The text, measured, and the language it is in.
    package func write(
        in style: MessageStyle, code: String, minutes: Int, language: LanguageTag?, autofill: Autofill? = nil
    ) -> MessageText {
        let asked = [language, style.language, .english]
        if let own = ownTemplate(of: style, for: asked) {
            let composer = MessageComposer(own, in: style, code: code, minutes: minutes)
            if let message = composer.message(segments: style.maxSegments, autofill: autofill) { return message }
        }
        let template = catalog.template(for: asked)
        let composer = MessageComposer(template, in: style, code: code, minutes: minutes)
        return composer.message(segments: 1, autofill: autofill) ?? MessageText(code, language: template.language)
    }

    /// The app's own text, unless the catalog's fits better.
    ///
    /// The languages are tried in order, and the first language with a text of either kind decides.
    private func ownTemplate(of style: MessageStyle, for asked: [LanguageTag?]) -> MessageTemplate? {
        guard !style.texts.isEmpty else { return nil }
        let match = catalog.matcher.matcher(preferring: style.texts.languages).firstMatch(asked)
        guard let match, let text = style.texts[match] else { return nil }
        return localized(text, in: match).template
    }

    /// The minutes of life that a message states, rounded down; with 0 it takes a text that states none.
    ///
    /// So a message never promises too much: 119 seconds are 1 minute.
    package static func minutes(remaining life: Duration) -> Int {
        max(0, Int(life.components.seconds / 60))
    }
}

extension MessageWriter {
    /// An app's own text in its language, ready to be filled in and measured.
    package func localized(_ text: AppText, in language: LanguageTag) -> LocalizedAppText {
        // Only words that depend on a number need the rule.
        let rule = text.isCounting ? catalog.languageData.pluralRule(of: language) : .none
        return LocalizedAppText(text, in: language, rule: rule)
    }

    /// Languages of the catalog that are close to the language of an app's text, but keep the catalog's own text.
    ///
    /// For example `es-419` where the app has a text for `es` only: the catalog's text fits readers in Mexico better.
    package func unanswered(beside language: LanguageTag, among texts: AppTexts) -> [LanguageTag] {
        let matcher = catalog.matcher.matcher(preferring: texts.languages)
        return catalog.languages.filter { other in
            other.language == language.language && matcher.match(other).flatMap { texts[$0] } == nil
        }
    }
}
