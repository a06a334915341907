/// Which form goes with which whole number below a million in one language (CLDR, cardinal plural rules).
package struct PluralRule: Sendable, Hashable {
    /// The numbers that tell a rule: past them every language goes by the last two digits.
    package static let numbers = 0..<200

    /// One form for all numbers, as in Japanese.
    package static let none = PluralRule { _ in .other }

    private let forms: [PluralCategory]

    /// The rule that gives each of `numbers` its form.
    package init(_ form: (Int) -> PluralCategory) {
        forms = Self.numbers.map(form)
    }

    /// The form for so many, from zero up.
    package func category(of number: Int) -> PluralCategory {
        forms[number < forms.count ? max(0, number) : 100 + number % 100]
    }

    /// The forms that whole numbers from 1 take.
    package var categories: Set<PluralCategory> { Set(forms.dropFirst()) }

    /// Whether that form stands for a single number, so that a text may spell it out.
    package func isSingleNumber(_ category: PluralCategory) -> Bool { forms.dropFirst().count { $0 == category } == 1 }
}
