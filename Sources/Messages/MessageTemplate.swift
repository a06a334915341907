import GatewayKit

/// The texts of one language, the longest first, ready to be filled in.
struct MessageTemplate: Sendable {
    let language: LanguageTag
    private let texts: [TimedText]
    /// Asks the person to keep the code secret.
    private let warning: String?
    private let isRightToLeft: Bool

    /// Takes the catalog's texts of a language, or a single text of an app.
    init(language: LanguageTag, texts: [TimedText], warning: String? = nil) {
        self.language = language
        self.texts = texts
        self.warning = warning
        isRightToLeft = texts.contains(where: \.isRightToLeft)
    }

    /// The ways to say a code that lives this many minutes, the best first.
    ///
    /// Texts with the warning come first, if the app wants it and the language has it. Then longer texts come before
    /// shorter texts.
    func drafts(minutes: Int, warns: Bool) -> [MessageDraft] {
        let drafts = texts.compactMap { text in
            text.form(of: minutes).map {
                MessageDraft(format: $0.format, number: String($0.number), isRightToLeft: isRightToLeft)
            }
        }
        guard warns, let warning else { return drafts }
        let warnings = drafts.prefix(max(1, drafts.count - 1)).map { draft in
            var draft = draft
            draft.warning = warning
            return draft
        }
        return warnings + drafts
    }
}

/// One way to say a message, before the app's name and the code are filled in.
struct MessageDraft: Sendable {
    let format: MessageFormat
    let number: String
    let isRightToLeft: Bool
    var warning: String?

    /// The text with everything filled in.
    ///
    /// The name is set apart where the name or the text runs from right to left. Otherwise each could put the other, or
    /// the code, out of order. The two marks cost two units and nothing else, because such letters need UCS-2 anyway.
    func text(app name: String, code: String) -> String {
        let app = isRightToLeft || Direction.hasRightToLeft(name) ? Direction.isolated(name) : name
        let text = format.text(app: app, code: code, number: number)
        guard let warning else { return text }
        // A Chinese or Japanese full stop is as wide as two letters, so no blank follows it.
        return text + (text.last == "。" ? "" : " ") + warning
    }
}
