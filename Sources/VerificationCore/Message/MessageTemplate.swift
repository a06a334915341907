/// The text of one language, ready to be filled in.
struct MessageTemplate: Sendable {
    let language: LanguageTag
    private let rule: PluralRule
    private let forms: [PluralCategory: MessageFormat]
    private let isRightToLeft: Bool

    /// Refuses a text of which a form is missing or cannot be filled in.
    ///
    /// Each form must hold the app's name, the code and the minutes exactly once. Only a form that
    /// stands for a single number may spell that number out.
    init(language: LanguageTag, forms: [PluralCategory: MessageFormat]) throws(MessageCatalogProblem) {
        self.language = language
        rule = PluralRule(of: language)
        self.forms = forms
        isRightToLeft = forms.values.contains(where: \.isRightToLeft)
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

    /// A text of an app's own, which has one form.
    init(language: LanguageTag, own format: MessageFormat) {
        self.language = language
        rule = .none
        forms = [.other: format]
        isRightToLeft = format.isRightToLeft
    }

    /// The text with everything filled in.
    ///
    /// The name is set apart where it or the text runs from right to left, so that neither puts the other, or the
    /// code, out of order. The two marks cost two units and nothing else, for such letters need UCS-2 anyway.
    func text(app name: String, code: String, minutes: Int) -> String {
        let app = isRightToLeft || Direction.hasRightToLeft(name) ? Direction.isolated(name) : name
        let form = forms[rule.category(of: minutes)] ?? forms[.other]
        return form?.text(app: app, code: code, minutes: String(minutes)) ?? code
    }
}
