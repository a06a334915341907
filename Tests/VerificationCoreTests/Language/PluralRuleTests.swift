import Testing
import VerificationCore

@Suite("Plural forms")
struct PluralRuleTests {
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
        let rule = PluralRule(of: try #require(LanguageTag(language)))
        for sample in samples.split(separator: ", ") {
            let words = sample.split(separator: " ")
            let number = try #require(Int(words[0]))
            #expect(rule.category(of: number).rawValue == words[1], "\(language) \(number)")
        }
    }

    @Test("a form that stands for one number only is known as such")
    func singleNumbers() {
        #expect(PluralRule.english.isSingleNumber(.one) && PluralRule.arabic.isSingleNumber(.two))
        #expect(!PluralRule.russian.isSingleNumber(.one) && !PluralRule.english.isSingleNumber(.other))
        #expect(!PluralRule.english.isSingleNumber(.few))
    }

    @Test("a language needs the forms that minutes can take, and always the last one")
    func categories() {
        #expect(PluralRule.none.categories == [.other] && PluralRule.english.categories == [.one, .other])
        #expect(PluralRule.polish.categories == [.one, .few, .many, .other])
        #expect(PluralRule.latvian.categories == [.zero, .one, .other])
    }
}
