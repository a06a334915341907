import GatewayKit

/// Tries the ways to say a message: of the ways that cost the fewest segments it takes the fullest.
struct MessageComposer {
    private let language: LanguageTag
    private let drafts: [MessageDraft]
    private let name: AppName
    private let code: String
    private let mayBePlain: Bool
    /// How many segments a message with a WebOTP line may cost.
    private let segmentsWithLine: Int
    /// The app's own line, for a request that names none.
    private let ownLine: Autofill?

    /// Begins for an app's code that lives this many minutes.
    ///
    /// `name` takes the place of the app's own name.
    init(_ template: MessageTemplate, in style: MessageStyle, code: String, minutes: Int, name: AppName? = nil) {
        language = template.language
        drafts = template.drafts(minutes: minutes, warns: style.warns)
        self.name = name ?? AppName(style.name)
        self.code = code
        mayBePlain = style.transliterates
        segmentsWithLine = style.maxSegments + 1
        ownLine = style.autofill
    }

    /// The message in at most `segments` segments, with as much of the name as fits; nil if it needs more segments.
    ///
    /// With Android's hash the message is always one segment, because Google allows such a message 140 bytes. A WebOTP
    /// line may cost one segment more than the app's rules allow. A line without enough room is left out, because the
    /// person can type the code. The app's own line goes only where it costs no segment more.
    func message(segments: Int, autofill: Autofill? = nil) -> MessageText? {
        guard let autofill else {
            let message = shortened(segments: segments)
            guard let ownLine, let message else { return message }
            return fewest(name, segments: message.segments, with: ownLine) ?? message
        }
        let isHash = autofill.androidHash != nil
        let whole = isHash ? shortened(segments: 1, autofill) : fewest(name, segments: segmentsWithLine, with: autofill)
        return whole ?? shortened(segments: segments)
    }

    /// The message with the whole name, in as few segments as possible.
    func longest(with autofill: Autofill? = nil) -> MessageText? { fewest(name, segments: .max, with: autofill) }

    private func shortened(segments: Int, _ autofill: Autofill? = nil) -> MessageText? {
        var name = name
        repeat {
            if let message = fewest(name, segments: segments, with: autofill) { return message }
        } while name.shorten()
        return nil
    }

    /// The first draft with the fewest segments, at most `segments`; plain letters only if they save a segment.
    private func fewest(_ name: AppName, segments: Int, with autofill: Autofill?) -> MessageText? {
        var best: MessageText?
        for isPlain in mayBePlain ? [false, true] : [false] {
            for draft in drafts {
                guard let message = message(draft, of: name, autofill: autofill, isPlain: isPlain) else { continue }
                if message.segments == 1 { return message }
                if message.segments <= segments, message.segments < best?.segments ?? .max { best = message }
            }
        }
        return best
    }

    /// The message of a draft; nil where plain letters are asked for and do not help.
    private func message(
        _ draft: MessageDraft, of name: AppName, autofill: Autofill?, isPlain: Bool
    ) -> MessageText? {
        var words = draft.text(app: name.text, code: code)
        if isPlain {
            guard let plain = PlainLetters.replacing(in: words, language: language) else { return nil }
            words = plain
        }
        return MessageText(autofill?.added(to: words, code: code) ?? words, language: language)
    }
}
