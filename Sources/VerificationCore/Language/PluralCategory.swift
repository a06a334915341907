/// The forms a language has for counting; the names are CLDR's and say little about the numbers.
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
}
