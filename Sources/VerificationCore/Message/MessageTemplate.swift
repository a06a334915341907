/// The texts of one language, the longest first, ready to be filled in.
struct MessageTemplate: Sendable {
    let language: LanguageTag
    private let texts: [TimedText]
    /// Asks the reader to tell nobody the code.
    private let warning: String?
    private let isRightToLeft: Bool

    /// The catalog's texts of a language, or the one of an app.
    init(language: LanguageTag, texts: [TimedText], warning: String? = nil) {
        self.language = language
        self.texts = texts
        self.warning = warning
        isRightToLeft = texts.contains(where: \.isRightToLeft)
    }

    /// What can be said of a code that lives so many minutes, the best first: with the warning, if that is wanted and there
    /// is one, then the longest text.
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
