/// A text of an app's own for one language: `{code}` once, and `{app}` and `{minutes}` where wanted.
///
/// The minutes stand as a number only, since nobody but a catalog knows a language's plural forms. `{{` and `}}` are
/// braces. The values put in are only text, whatever they say.
package struct AppText: Sendable, Hashable {
    /// What a text that the program should ever send is shorter than, in code units of UTF-16.
    private static let longest = 2_000

    /// The text as it was written.
    package let template: String
    let format: MessageFormat

    /// Takes a template apart.
    ///
    /// Refused are an unknown placeholder, a code that does not stand in it exactly once or touches other digits, white
    /// space at either end, control characters except line breaks between lines, and the marks that turn letters round,
    /// which could make the code read otherwise.
    package init(_ template: String) throws(AppTextProblem) {
        guard !template.isEmpty else { throw .empty }
        guard template.utf16.count <= Self.longest else { throw .tooLong }
        for scalar in template.unicodeScalars where scalar != "\n" {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: throw .controlCharacter
            case _: break
            }
            guard !Direction.isForced(by: scalar) else { throw .directionMark }
        }
        for edge in [template.unicodeScalars.first, template.unicodeScalars.last] {
            guard edge?.properties.isWhitespace == false else { throw .whiteSpaceAtTheEnds }
        }
        let format = try MessageFormat(appText: template)
        let codes = format.count(of: .code)
        guard codes == 1 else { throw .codes(codes) }
        guard !format.isCodeCrowded else { throw .crowdedCode }
        self.template = template
        self.format = format
    }
}

extension AppText {
    /// The message as the app's users get it, with digits in the place of the code.
    package func sample(in language: LanguageTag, of app: App) -> MessageText {
        message(AppName(app.displayName).text, MessageWriter.minutes(remaining: app.rules.codeLife), language, app)
    }

    /// Throws when its longest message takes more parts than the app's rules allow, `SendingRules.maxParts`.
    package func checkBudget(in language: LanguageTag, of app: App) throws(AppTextProblem) {
        let longest = longest(in: language, of: app)
        guard longest.parts <= app.rules.maxParts else {
            throw .overBudget(longest: longest, budget: app.rules.maxParts)
        }
    }

    /// The longest message that it makes.
    ///
    /// That is with minutes of two digits at least, and with the app's name or one of 20 letters, whichever takes more.
    /// An autofill line is no part of what `checkBudget` allows.
    package func longest(in language: LanguageTag, of app: App, with autofill: Autofill? = nil) -> MessageText {
        let minutes = max(10, MessageWriter.minutes(remaining: app.rules.codeLife))
        let messages = [AppName(app.displayName).text, "Abcdefghijklmnopqrst"].map {
            message($0, minutes, language, app, autofill)
        }
        return messages[0].isLonger(than: messages[1]) ? messages[0] : messages[1]
    }

    private func message(
        _ name: String, _ minutes: Int, _ language: LanguageTag, _ app: App, _ autofill: Autofill? = nil
    ) -> MessageText {
        let code = String("1234567890".prefix(app.rules.codeDigits))
        let text = MessageTemplate(language: language, own: format).text(app: name, code: code, minutes: minutes)
        let words = app.rules.transliterate ? PlainLetters.replacing(in: text) : text
        return MessageText(autofill?.added(to: words, code: code) ?? words, language: language)
    }
}

extension MessageText {
    fileprivate func isLonger(than other: MessageText) -> Bool {
        parts == other.parts
            ? units * other.encoding.unitsInOne > other.units * encoding.unitsInOne : parts > other.parts
    }
}
