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
