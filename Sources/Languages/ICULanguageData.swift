import CLanguages
import GatewayKit
import Messages

/// Knows languages by ICU, which brings CLDR's tables for all of them.
///
/// May be used from any number of tasks at once. It remembers its answers.
package struct ICULanguageData: LanguageData {
    private static let rules = BoundedCache<LanguageTag, PluralRule>(capacity: 500)

    /// Needs nothing.
    package init() {}

    /// A tag that ICU has no other name for comes back as it is, and so does a tag of private use alone.
    package func canonical(_ tag: LanguageTag) -> LanguageTag {
        guard !tag.isPrivate else { return tag }
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String? in
            guard let start = buffer.baseAddress, CLanguagesCanonical(tag.description, start, buffer.count) else {
                return nil
            }
            return String(cString: start)
        }
        return name.flatMap { LanguageTag($0) } ?? tag
    }

    package func matcher(among offered: [LanguageTag]) -> any LanguageMatcher { ICULanguageMatcher(among: offered) }

    package func pluralRule(of language: LanguageTag) -> PluralRule {
        Self.rules.value(for: language) { language in
            // CLDR has no rule for Kinyarwanda, which has a singular and a plural.
            Self.rule(language.language == "rw" ? .english : language)
        }
    }

    private static func rule(_ language: LanguageTag) -> PluralRule {
        var forms = [CLanguagePluralForm](repeating: .other, count: PluralRule.numbers.count)
        guard CLanguagesPluralForms(language.description, &forms, Int32(forms.count)) else { return .none }
        return PluralRule { PluralCategory(forms[$0]) }
    }
}

extension PluralCategory {
    fileprivate init(_ form: CLanguagePluralForm) {
        self =
            switch form {
            case .zero: .zero
            case .one: .one
            case .two: .two
            case .few: .few
            case .many: .many
            case .other: .other
            }
    }
}
