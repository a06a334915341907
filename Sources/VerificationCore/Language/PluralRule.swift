/// The forms a language has for counting; the names are CLDR's and say little about the numbers.
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
}

/// Which form goes with which whole number (CLDR, cardinal plural rules).
///
/// Languages not named here count like English. Rules for numbers that cannot be minutes, fractions and millions, are
/// left out.
package enum PluralRule: Sendable, Hashable, CaseIterable {
    case english, none, arabic, croatian, czech, filipino, hebrew, icelandic, irish, latvian, lithuanian, polish,
        romanian,
        russian, slovenian, welsh

    /// The rule of a language.
    package init(of tag: LanguageTag) {
        self = Self.byLanguage[tag.subtags.language] ?? .english
    }

    private static let byLanguage: [String: PluralRule] = [
        "id": .none, "ja": .none, "km": .none, "ko": .none, "lo": .none, "ms": .none, "my": .none, "th": .none,
        "vi": .none, "yue": .none, "zh": .none, "ar": .arabic, "bs": .croatian, "hr": .croatian, "sr": .croatian,
        "cs": .czech, "sk": .czech, "fil": .filipino, "he": .hebrew, "is": .icelandic, "mk": .icelandic,
        "lv": .latvian, "lt": .lithuanian, "pl": .polish, "ro": .romanian, "be": .russian, "ru": .russian,
        "uk": .russian, "sl": .slovenian, "cy": .welsh, "ga": .irish,
    ]

    /// The form for so many, from zero up.
    package func category(of number: Int) -> PluralCategory {
        let ones = number % 10
        let tens = number % 100
        switch self {
        case .none: return .other
        case .english: return number == 1 ? .one : .other
        case .arabic: return arabic(number)
        case .croatian: return slavic(number, many: .other)
        case .czech: return number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case .filipino: return (1...3).contains(number) || ![4, 6, 9].contains(ones) ? .one : .other
        case .hebrew: return number == 1 ? .one : number == 2 ? .two : .other
        case .icelandic: return ones == 1 && tens != 11 ? .one : .other
        case .irish: return irish(number)
        case .latvian: return ones == 0 || (11...19).contains(tens) ? .zero : ones == 1 ? .one : .other
        case .lithuanian: return (11...19).contains(tens) || ones == 0 ? .other : ones == 1 ? .one : .few
        case .polish: return number == 1 ? .one : ones == 1 ? .many : slavic(number, many: .many)
        case .romanian: return number == 1 ? .one : number == 0 || (1...19).contains(tens) ? .few : .other
        case .russian: return slavic(number, many: .many)
        case .slovenian: return tens == 1 ? .one : tens == 2 ? .two : (3...4).contains(tens) ? .few : .other
        case .welsh: return Self.welshForms[number] ?? .other
        }
    }

    private static let welshForms: [Int: PluralCategory] = [0: .zero, 1: .one, 2: .two, 3: .few, 6: .many]

    private func irish(_ number: Int) -> PluralCategory {
        switch number {
        case 1: .one
        case 2: .two
        case 3...6: .few
        case 7...10: .many
        case _: .other
        }
    }

    private func arabic(_ number: Int) -> PluralCategory {
        switch (number, number % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        case (_, _): .other
        }
    }

    private func slavic(_ number: Int, many: PluralCategory) -> PluralCategory {
        switch (number % 10, number % 100) {
        case (_, 11...14): many
        case (1, _): .one
        case (2...4, _): .few
        case (_, _): many
        }
    }

    /// The forms that minutes can take, which every text in this language must have.
    package var categories: Set<PluralCategory> { Set((1...200).map(category)).union([.other]) }

    /// Whether that form stands for a single number, so that a text may spell it out.
    package func isSingleNumber(_ category: PluralCategory) -> Bool {
        (1...200).count { self.category(of: $0) == category } == 1
    }
}
