/// Which form of counting goes with which whole number in one language (CLDR's cardinal plural rules).
///
/// It holds for numbers below a million.
package struct PluralRule: Sendable, Hashable {
    /// The numbers that determine a rule: beyond them the last two digits decide in every language.
    package static let numbers = 0..<200

    /// The same form for all numbers, as in Japanese.
    package static let none = PluralRule { _ in .other }

    private let forms: [PluralCategory]

    /// Takes the form of each of `numbers`.
    package init(_ form: (Int) -> PluralCategory) {
        forms = Self.numbers.map(form)
    }

    /// The form for a number from 0 up.
    package func category(of number: Int) -> PluralCategory {
        forms[number < forms.count ? max(0, number) : 100 + number % 100]
    }

    /// The forms that whole numbers from 1 take.
    package var categories: Set<PluralCategory> { Set(forms.dropFirst()) }

    /// Whether a form stands for a single number, so that a text may spell the number out.
    package func isSingleNumber(_ category: PluralCategory) -> Bool { forms.dropFirst().count { $0 == category } == 1 }
}
