/// The forms that languages have for counting; CLDR's names for them say little about the numbers.
///
/// For example Russian uses `one` for 1, 21 and 31.
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
}
