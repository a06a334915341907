/// One way to say it, without the app's name and the code.
struct MessageDraft: Sendable {
    let format: MessageFormat
    let number: String
    let isRightToLeft: Bool
    var warning: String?

    /// The text with everything filled in.
    ///
    /// The name is set apart where it or the text runs from right to left, so that neither puts the other, or the
    /// code, out of order. The two marks cost two units and nothing else, for such letters need UCS-2 anyway.
    func text(app name: String, code: String) -> String {
        let app = isRightToLeft || Direction.hasRightToLeft(name) ? Direction.isolated(name) : name
        let text = format.text(app: app, code: code, number: number)
        guard let warning else { return text }
        // Behind a Chinese or Japanese full stop, which is as wide as two letters, nobody writes a blank.
        return text + (text.last == "。" ? "" : " ") + warning
    }
}
