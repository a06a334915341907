/// Writes the SMS: the sentence in the reader's language, the autofill line, the encoding and the parts.
package struct MessageWriter: Sendable {
    /// The texts it writes from.
    package let catalog: MessageCatalog

    /// A writer of these texts.
    package init(catalog: MessageCatalog) {
        self.catalog = catalog
    }

    /// Writes one message.
    ///
    /// The sentence always fits one part: `appName` is made one clean line of at most 40 characters, and is cut further
    /// where a script leaves room for less (20 characters always fit). The autofill line comes on top and may need a
    /// second part.
    /// - Parameters:
    ///   - appName: What the reader knows the app by; nothing in it is taken for a placeholder.
    ///   - code: The digits, which stay as they are in every language.
    ///   - minutes: How long the code lives, as `minutes(remaining:)` counts it.
    ///   - language: What the request asks for, known to us or not.
    ///   - appDefault: What the app falls back to, before English.
    ///   - autofill: The line for the phone, if the request wants one.
    /// - Returns: The text, measured, and the language it is in.
    package func write(
        appName: String, code: String, minutes: Int, language: LanguageTag?, appDefault: LanguageTag?,
        autofill: Autofill? = nil
    ) -> MessageText {
        let template = catalog.template(for: language, default: appDefault)
        var name = AppName(appName)
        var message = MessageText(
            template.text(app: name.text, code: code, minutes: minutes), language: template.language)
        while message.parts > 1, name.shorten() {
            let sentence = template.text(app: name.text, code: code, minutes: minutes)
            message = MessageText(sentence, language: template.language)
        }
        guard let autofill else { return message }
        return MessageText(autofill.added(to: message.text, code: code), language: template.language)
    }

    /// The minutes of life that a message states: whole ones, rounded down so that it never promises too much, and at
    /// least one.
    package static func minutes(remaining life: Duration) -> Int {
        max(1, Int(life.components.seconds / 60))
    }
}
