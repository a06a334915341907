import GatewayKit

/// A text in the form that each number of minutes or hours takes.
struct TimedText: Sendable {
    /// The most minutes that a text counts; from two hours on it counts hours.
    private static let mostMinutes = 119

    private let rule: PluralRule
    private let minutes: [PluralCategory: MessageFormat]
    /// Nil where the language lacks words for hours, or the text counts only minutes.
    private let hours: [PluralCategory: MessageFormat]?
    /// Whether the text counts minutes whatever their number, or counts nothing.
    private let isTimeless: Bool
    /// Whether the text says how long the code lives.
    private let statesTime: Bool

    /// Takes a text of the catalog.
    ///
    /// Each form must hold the app's name and the code exactly once. It must hold the number too, unless the text says
    /// nothing of time. Only a form that stands for a single number may spell the number out.
    init(
        _ text: LocalizedText, hours: [PluralCategory: MessageFormat], isTimeless: Bool, rule: PluralRule,
        language: LanguageTag
    ) throws(MessageCatalogError) {
        self.rule = rule
        minutes = try text.forms(in: language)
        self.hours = text.forms(ofHours: hours)
        self.isTimeless = isTimeless
        statesTime = !isTimeless
        let counted = isTimeless ? [] : rule.categories.union([.other])
        for category in PluralCategory.allCases {
            if counted.contains(category), minutes[category] == nil { throw .missingForm(category, in: language) }
            if self.hours != nil, rule.categories.contains(category), hours[category] == nil {
                throw .missingForm(category, in: language)
            }
            let numbers = isTimeless ? 0...0 : rule.isSingleNumber(category) ? 0...1 : 1...1
            for form in [minutes[category], self.hours?[category]] {
                try form?.check(holds: numbers, for: category, in: language)
            }
        }
    }

    /// Takes a text of an app's own, which counts minutes whatever their number.
    init(own format: MessageFormat, rule: PluralRule) {
        self.rule = rule
        hours = nil
        isTimeless = true
        statesTime = format.count(of: .number) > 0 || !format.countedForms.isEmpty
        var forms: [PluralCategory: MessageFormat] = [:]
        for category in PluralCategory.allCases { forms[category] = format.form(category) }
        minutes = forms
    }

    /// The form for this many minutes of life, and the number that goes into it.
    ///
    /// Nil where the text would have to count hours and cannot, and where it would have to say less than a minute.
    func form(of life: Int) -> (format: MessageFormat, number: Int)? {
        if life < 1, statesTime { return nil }
        guard life > Self.mostMinutes, !isTimeless else { return form(of: life, in: minutes) }
        return hours.flatMap { form(of: life / 60, in: $0) }
    }

    private func form(of number: Int, in forms: [PluralCategory: MessageFormat]) -> (MessageFormat, Int)? {
        (forms[rule.category(of: number)] ?? forms[.other]).map { ($0, number) }
    }

    /// Whether any letter of the text itself runs from right to left.
    var isRightToLeft: Bool { minutes.values.contains(where: \.isRightToLeft) }
}

extension MessageFormat {
    fileprivate func check(
        holds numbers: ClosedRange<Int>, for category: PluralCategory, in language: LanguageTag
    ) throws(MessageCatalogError) {
        let wanted: [(Fragment, String, ClosedRange<Int>)] = [
            (.app, "app", 1...1), (.code, "code", 1...1), (.number, "minutes", numbers),
        ]
        for (placeholder, name, range) in wanted where !range.contains(count(of: placeholder)) {
            throw .placeholder(name, category, in: language)
        }
    }
}
