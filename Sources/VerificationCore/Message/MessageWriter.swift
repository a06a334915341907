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
    /// saved, gives way to the catalog's. A sentence of the catalog always fits one part. The app's name is made one
    /// clean line of at most 40 characters, and is cut further where there is room for less (20 Latin letters, or letters
    /// of the text's own script, always fit).
    /// The autofill line comes on top and may need one part more than the app's rules allow; a domain so long that it
    /// would need two is left out, for the code can be typed.
    /// - Parameters:
    ///   - app: Whose name, texts and rules count; nothing in the name is taken for a placeholder.
    ///   - code: The digits, which stay as they are in every language.
    ///   - minutes: How long the code lives, as `minutes(remaining:)` counts it.
    ///   - language: What the request asks for, known to us or not; then the app's default and English are tried.
    ///   - autofill: The line for the phone, if the request wants one.
    /// - Returns: The text, measured, and the language it is in.
    package func write(
        for app: App, code: String, minutes: Int, language: LanguageTag?, autofill: Autofill? = nil
    ) -> MessageText {
        let message = sentence(for: app, code: code, minutes: minutes, language: language)
        guard let autofill else { return message }
        let whole = MessageText(autofill.added(to: message.text, code: code), language: message.language)
        return whole.parts <= app.rules.maxParts + 1 ? whole : message
    }

    private func sentence(for app: App, code: String, minutes: Int, language: LanguageTag?) -> MessageText {
        let budget = app.rules.maxParts
        if let own = ownTemplate(of: app, for: language) {
            let message = fill(own, for: app, code: code, minutes: minutes, parts: budget)
            if message.parts <= budget { return message }
        }
        let template = catalog.template(for: language, default: app.defaultLanguage)
        return fill(template, for: app, code: code, minutes: minutes, parts: 1)
    }

    /// The app's own text, if the catalog has no better one for the first language that either has one for.
    private func ownTemplate(of app: App, for asked: LanguageTag?) -> MessageTemplate? {
        guard !app.texts.isEmpty else { return nil }
        for language in [asked, app.defaultLanguage, .english] {
            guard let language else { continue }
            let ours = catalog.match(language)
            if let own = app.texts.match(language), own.match.distance <= ours?.distance ?? .max {
                return MessageTemplate(language: own.match.language, own: own.text.format)
            }
            if ours != nil { return nil }
        }
        return nil
    }

    /// Fills in everything, with as much of the name as the parts have room for.
    private func fill(
        _ template: MessageTemplate, for app: App, code: String, minutes: Int, parts: Int
    ) -> MessageText {
        var name = AppName(app.displayName)
        while true {
            let text = template.text(app: name.text, code: code, minutes: minutes)
            let words = app.rules.transliterate ? PlainLetters.replacing(in: text) : text
            let message = MessageText(words, language: template.language)
            guard message.parts > parts, name.shorten() else { return message }
        }
    }

    /// The minutes of life that a message states: whole ones, rounded down so that it never promises too much, and at
    /// least one.
    package static func minutes(remaining life: Duration) -> Int {
        max(1, Int(life.components.seconds / 60))
    }
}
