/// An app's own text together with the language it is in, and what sending it takes.
package struct LocalizedAppText: Sendable {
    /// The text.
    package let text: AppText
    /// What it is in.
    package let language: LanguageTag
    let template: MessageTemplate
    private let rule: PluralRule

    init(_ text: AppText, in language: LanguageTag, rule: PluralRule) {
        self.text = text
        self.language = language
        self.rule = rule
        template = MessageTemplate(language: language, texts: [TimedText(own: text.format, rule: rule)])
    }

    /// The message as the app's users get it, with digits in the place of the code.
    package func sample(of app: App) -> MessageText {
        message(composer(of: app, minutes: Self.minutes(of: app), name: AppName(app.displayName)))
    }

    /// Throws unless it has each form in which its language counts minutes, and its longest message takes no more parts than
    /// the app's rules allow, `SendingRules.maxParts`.
    package func check(for app: App) throws(AppTextProblem) {
        for forms in text.format.countedForms {
            for category in PluralCategory.allCases where rule.categories.contains(category) && forms[category] == nil {
                throw .missingForm(category, in: language)
            }
        }
        let longest = longest(of: app)
        guard longest.parts <= app.rules.maxParts else {
            throw .overBudget(longest: longest, budget: app.rules.maxParts)
        }
    }

    /// The longest message that it makes.
    ///
    /// That is with minutes of two digits at least, and with the app's name or one of 20 letters, whichever takes more.
    package func longest(of app: App) -> MessageText { message(longestComposer(of: app)) }

    /// The longest message with such a line, its name cut where the line asks for it; nil if it has to go without.
    package func longest(of app: App, with autofill: Autofill) -> MessageText? {
        let message = longestComposer(of: app).message(parts: app.rules.maxParts, autofill: autofill)
        return message.flatMap { autofill.isIn($0.text, code: Self.code(of: app)) ? $0 : nil }
    }

    private func longestComposer(of app: App) -> MessageComposer {
        let most = max(10, Self.minutes(of: app))
        var longest = composer(of: app, minutes: most, name: AppName(app.displayName))
        for minutes in text.isCounting ? 1...most : most...most {
            for name in [app.displayName, "Abcdefghijklmnopqrst"] {
                let other = composer(of: app, minutes: minutes, name: AppName(name))
                if message(other).isLonger(than: message(longest)) { longest = other }
            }
        }
        return longest
    }

    private func composer(of app: App, minutes: Int, name: AppName) -> MessageComposer {
        MessageComposer(template, for: app, code: Self.code(of: app), minutes: minutes, name: name)
    }

    private func message(_ composer: MessageComposer) -> MessageText {
        composer.longest() ?? MessageText("", language: language)
    }

    private static func minutes(of app: App) -> Int { MessageWriter.minutes(remaining: app.rules.codeLife) }

    private static func code(of app: App) -> String { String("1234567890".prefix(app.rules.codeDigits)) }
}

extension MessageText {
    fileprivate func isLonger(than other: MessageText) -> Bool {
        parts == other.parts
            ? units * other.encoding.unitsInOne > other.units * encoding.unitsInOne : parts > other.parts
    }
}
