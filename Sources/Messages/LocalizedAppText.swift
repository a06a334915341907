import GatewayKit

/// An app's own text with its language, and what sending it takes.
package struct LocalizedAppText: Sendable {
    package let text: AppText
    /// The language that the text is in.
    package let language: LanguageTag
    let template: MessageTemplate
    private let rule: PluralRule

    init(_ text: AppText, in language: LanguageTag, rule: PluralRule) {
        self.text = text
        self.language = language
        self.rule = rule
        template = MessageTemplate(language: language, texts: [TimedText(own: text.format, rule: rule)])
    }

    /// The message as the app's users get it, with digits in place of the code.
    package func sample(in style: MessageStyle) -> MessageText {
        message(composer(in: style, minutes: Self.minutes(in: style), name: AppName(style.name)))
    }

    /// Throws unless the text has each form that its language needs, and its longest message fits the style's segments.
    package func check(for style: MessageStyle) throws(AppTextError) {
        for forms in text.format.countedForms {
            for category in PluralCategory.allCases where rule.categories.contains(category) && forms[category] == nil {
                throw .missingForm(category, in: language)
            }
        }
        let longest = longest(in: style)
        guard longest.segments <= style.maxSegments else {
            throw .overBudget(longest: longest, budget: style.maxSegments)
        }
    }

    /// The longest message that the text makes.
    ///
    /// It assumes 10 minutes or more, so that the number has two digits. It takes the app's name or a name of 20
    /// letters, whichever makes the message longer.
    package func longest(in style: MessageStyle) -> MessageText { message(longestComposer(in: style)) }

    /// The longest message with an autofill line; nil if the message has to go without the line.
    ///
    /// The name is cut where the line needs the room.
    package func longest(in style: MessageStyle, with autofill: Autofill) -> MessageText? {
        let message = longestComposer(in: style).message(segments: style.maxSegments, autofill: autofill)
        return message.flatMap { autofill.isIn($0.text, code: Self.code(in: style)) ? $0 : nil }
    }

    private func longestComposer(in style: MessageStyle) -> MessageComposer {
        let most = max(10, Self.minutes(in: style))
        var longest = composer(in: style, minutes: most, name: AppName(style.name))
        for minutes in text.isCounting ? 1...most : most...most {
            for name in [style.name, "Abcdefghijklmnopqrst"] {
                let other = composer(in: style, minutes: minutes, name: AppName(name))
                if message(other).isLonger(than: message(longest)) { longest = other }
            }
        }
        return longest
    }

    private func composer(in style: MessageStyle, minutes: Int, name: AppName) -> MessageComposer {
        MessageComposer(template, in: style, code: Self.code(in: style), minutes: minutes, name: name)
    }

    private func message(_ composer: MessageComposer) -> MessageText {
        composer.longest() ?? MessageText("", language: language)
    }

    /// At least one, because the text is not sent when less is left.
    private static func minutes(in style: MessageStyle) -> Int {
        max(1, MessageWriter.minutes(remaining: style.codeLife))
    }

    private static func code(in style: MessageStyle) -> String { String("1234567890".prefix(style.codeDigits)) }
}

extension MessageText {
    fileprivate func isLonger(than other: MessageText) -> Bool {
        segments == other.segments
            ? units * other.encoding.unitsInOne > other.units * encoding.unitsInOne : segments > other.segments
    }
}
