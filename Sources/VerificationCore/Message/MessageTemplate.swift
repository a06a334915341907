/// The text of one language, ready to be filled in.
struct MessageTemplate: Sendable {
    let language: LanguageTag
    private let rule: PluralRule
    private let forms: [PluralCategory: MessageFormat]

    /// Refuses a text of which a form is missing or cannot be filled in.
    ///
    /// Each form must hold the app's name, the code and the minutes exactly once. Only a form that
    /// stands for a single number may spell that number out.
    init(language: LanguageTag, forms: [PluralCategory: MessageFormat]) throws(MessageCatalogProblem) {
        self.language = language
        rule = PluralRule(of: language)
        self.forms = forms
        for category in PluralCategory.allCases {
            guard let form = forms[category] else {
                guard !rule.categories.contains(category) else { throw .missingForm(category, in: language) }
                continue
            }
            guard form.replacingSubstitutions({ _ in nil }) != nil else { throw .unknownPlaceholder(in: language) }
            let least = rule.isSingleNumber(category) ? 0 : 1
            for (placeholder, name, range) in [
                (.app, "app", 1...1), (.code, "code", 1...1), (.minutes, "minutes", least...1),
            ] as [(MessageFormat.Segment, String, ClosedRange<Int>)] where !range.contains(form.count(of: placeholder))
            {
                throw .placeholder(name, category, in: language)
            }
        }
    }

    func text(app: String, code: String, minutes: Int) -> String {
        let form = forms[rule.category(of: minutes)] ?? forms[.other]
        return form?.text(app: app, code: code, minutes: String(minutes)) ?? code
    }
}
