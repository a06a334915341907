import CLanguages
import GatewayKit
import Languages
import Messages
import Testing

@Suite("Plural forms")
struct PluralRuleTests {
    private static func rule(_ language: String) throws -> PluralRule {
        ICULanguageData().pluralRule(of: try #require(LanguageTag(language)))
    }

    @Test(
        "each language counts as CLDR's samples say",
        arguments: [
            ("en", "1 one, 2 other, 10 other, 21 other"), ("fr", "1 one, 2 other"), ("ja", "1 other, 2 other"),
            ("zh-Hant", "1 other"), ("de-AT", "1 one, 11 other"),
            (
                "ar",
                "0 zero, 1 one, 2 two, 3 few, 10 few, 11 many, 99 many, 102 other, 103 few, 111 many"
            ),
            ("he", "1 one, 2 two, 3 other, 10 other, 20 other"),
            (
                "ru",
                "1 one, 2 few, 4 few, 5 many, 11 many, 12 many, 14 many, 21 one, 22 few, 25 many, 101 one, 111 many"
            ),
            ("uk", "1 one, 3 few, 10 many, 13 many, 31 one"), ("be", "1 one, 3 few, 10 many"),
            ("pl", "1 one, 2 few, 4 few, 5 many, 12 many, 21 many, 22 few, 25 many, 101 many, 112 many"),
            ("cs", "1 one, 2 few, 4 few, 5 other, 22 other"), ("sk", "1 one, 4 few, 5 other"),
            ("hr", "1 one, 2 few, 5 other, 11 other, 12 other, 21 one, 24 few"), ("sr-Latn", "1 one, 2 few, 5 other"),
            ("bs", "21 one, 11 other"), ("sl", "1 one, 2 two, 3 few, 4 few, 5 other, 101 one, 102 two, 111 other"),
            ("ro", "1 one, 2 few, 19 few, 20 other, 101 few, 119 few, 120 other"),
            ("lt", "1 one, 2 few, 9 few, 10 other, 11 other, 19 other, 20 other, 21 one, 22 few"),
            ("lv", "1 one, 2 other, 10 zero, 11 zero, 19 zero, 20 zero, 21 one, 22 other"),
            ("fil", "1 one, 3 one, 4 other, 5 one, 6 other, 9 other, 10 one, 14 other"),
            ("is", "1 one, 11 other, 21 one"), ("mk", "1 one, 11 other, 21 one, 2 other"), ("tr", "1 one, 2 other"),
            ("cy", "0 zero, 1 one, 2 two, 3 few, 4 other, 5 other, 6 many, 7 other, 11 other, 21 other"),
            ("ga", "1 one, 2 two, 3 few, 6 few, 7 many, 10 many, 11 other, 21 other"), ("eu", "1 one, 10 other"),
            ("zu", "1 one, 2 other"), ("ky", "1 one, 5 other"),
        ])
    func samples(language: String, samples: String) throws {
        let rule = try Self.rule(language)
        for sample in samples.split(separator: ", ") {
            let words = sample.split(separator: " ")
            let number = try #require(Int(words[0]))
            #expect(rule.category(of: number).rawValue == words[1], "\(language) \(number)")
        }
    }

    @Test("past 199 each language goes by the last two digits, as ICU does for every minute of a day")
    func largeNumbers() throws {
        for language in try MessageCatalog.embedded(languages: ICULanguageData()).languages
        where language.language != "rw" {
            var forms = [CLanguagePluralForm](repeating: .other, count: 1_441)
            #expect(CLanguagesPluralForms(language.description, &forms, Int32(forms.count)))
            let rule = ICULanguageData().pluralRule(of: language)
            #expect(
                forms.map { PluralCategory.allCases[Int($0.rawValue)] } == forms.indices.map(rule.category),
                "\(language)")
        }
    }

    @Test("a form that stands for one number only is known as such")
    func singleNumbers() throws {
        let (english, russian) = (try Self.rule("en"), try Self.rule("ru"))
        #expect(english.isSingleNumber(.one) && !english.isSingleNumber(.other) && !english.isSingleNumber(.few))
        #expect(try Self.rule("ar").isSingleNumber(.two) && !russian.isSingleNumber(.one))
    }

    @Test("a language needs the forms that minutes can take; one that CLDR has no rule for counts in one form")
    func categories() throws {
        #expect(try Self.rule("ja").categories == [.other] && Self.rule("en").categories == [.one, .other])
        #expect(
            try Self.rule("pl").categories == [.one, .few, .many]
                && Self.rule("lv").categories == [.zero, .one, .other])
        #expect(try Self.rule("tlh") == .none && Self.rule("x-elvish") == .none && Self.rule("rw") == Self.rule("en"))
    }
}
