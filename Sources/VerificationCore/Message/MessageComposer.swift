/// Tries the ways to say one thing until it finds the one that costs the fewest parts, and of those the fullest.
struct MessageComposer {
    private let language: LanguageTag
    private let drafts: [MessageDraft]
    private let name: AppName
    private let code: String
    private let mayBePlain: Bool
    /// What a message with a WebOTP line may cost.
    private let partsWithLine: Int

    /// For an app's code that lives so many minutes; `name` where it is not the app's own.
    init(_ template: MessageTemplate, in style: MessageStyle, code: String, minutes: Int, name: AppName? = nil) {
        language = template.language
        drafts = template.drafts(minutes: minutes, warns: style.warns)
        self.name = name ?? AppName(style.name)
        self.code = code
        mayBePlain = style.transliterates
        partsWithLine = style.maxParts + 1
    }

    /// The message in at most so many parts, with as much of the name as they have room for; nil if it needs more.
    ///
    /// With Android's hash it is always one part, for Google lets such a message have 140 bytes; a WebOTP line may cost one
    /// part more than the rules allow. A line for which there is no such room is left out, for the code can be typed.
    func message(parts: Int, autofill: Autofill? = nil) -> MessageText? {
        guard let autofill else { return shortened(parts: parts) }
        let isHash = autofill.androidHash != nil
        let whole = isHash ? shortened(parts: 1, autofill) : fewest(name, parts: partsWithLine, autofill)
        return whole ?? shortened(parts: parts)
    }

    /// The message with the whole name, in the fewest parts that it can have.
    func longest(with autofill: Autofill? = nil) -> MessageText? { fewest(name, parts: .max, autofill) }

    private func shortened(parts: Int, _ autofill: Autofill? = nil) -> MessageText? {
        var name = name
        repeat {
            if let message = fewest(name, parts: parts, autofill) { return message }
        } while name.shorten()
        return nil
    }

    /// The first of the drafts that takes the fewest parts; plain letters only if they make it fewer.
    private func fewest(_ name: AppName, parts: Int, _ autofill: Autofill?) -> MessageText? {
        var best: MessageText?
        for isPlain in mayBePlain ? [false, true] : [false] {
            for draft in drafts {
                guard let message = message(draft, name, autofill, isPlain) else { continue }
                if message.parts == 1 { return message }
                if message.parts <= parts, message.parts < best?.parts ?? .max { best = message }
            }
        }
        return best
    }

    /// Nil where the text has no plain letters, or needs none.
    private func message(
        _ draft: MessageDraft, _ name: AppName, _ autofill: Autofill?, _ isPlain: Bool
    ) -> MessageText? {
        var words = draft.text(app: name.text, code: code)
        if isPlain {
            guard let plain = PlainLetters.replacing(in: words, language: language) else { return nil }
            words = plain
        }
        return MessageText(autofill?.added(to: words, code: code) ?? words, language: language)
    }
}
