import Testing
import VerificationCore
import VerificationTesting

@Suite("Language tags")
struct LanguageTagTests {
    @Test(
        "a well-formed tag is written in its canonical form",
        arguments: [
            ("en", "en"), ("EN", "en"), ("en_US", "en-US"), ("en-us", "en-US"), ("ZH-hANT-tw", "zh-Hant-TW"),
            ("es-419", "es-419"), ("de-DE-1996", "de-DE-1996"), ("sl-Rozaj-BISKE", "sl-rozaj-biske"),
            ("de-CH-1901-x-Foo", "de-CH-1901-x-foo"), ("en-US-u-hc-H12-t-fr", "en-US-u-hc-h12-t-fr"),
            ("x-klingon", "x-klingon"), ("X-a-B-1", "x-a-b-1"), ("en-x-y-z", "en-x-y-z"), ("und", "und"),
            ("abcd", "abcd"), ("abcdefgh", "abcdefgh"), ("qaa-Qaaa-QM", "qaa-Qaaa-QM"),
        ])
    func canonical(text: String, tag: String) {
        #expect(LanguageTag(text)?.description == tag)
    }

    @Test(
        "the names that phones give their locales are well-formed, and what they set besides the language is cut off",
        arguments: [
            ("en_US@calendar=buddhist", "en-US"), ("de_DE@rg=chzzzz", "de-DE"), ("zh_HK_#Hant", "zh-Hant-HK"),
            ("zh_CN_#Hans", "zh-Hans-CN"), ("th_TH_TH_#u-nu-thai", "th-TH"), ("ja_JP_JP_#u-ca-japanese", "ja-JP"),
            ("en_US_#u-mu-celsius", "en-US"), ("sr__#Latn", "sr-Latn"), ("sr_RS_#Latn_u-nu-latn", "sr-Latn-RS"),
            ("zh-Hans_CN@calendar=gregorian;currency=USD", "zh-Hans-CN"), ("en_US.UTF-8", "en-US"),
            ("de_DE@euro", "de-DE"),
            ("de_DE.ISO-8859-15@euro", "de-DE"), ("ar@numbers=latn", "ar"), ("en_US_POSIX", "en-US-posix"),
        ])
    func localeNames(text: String, tag: String) {
        #expect(LanguageTag(text)?.description == tag)
    }

    @Test("a language alone is read as the same language in a longer name")
    func languageAlone() {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[`@{0")
        for _ in 0..<2_000 {
            let length = Int.random(in: 1...9, using: &random)
            let name = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
            guard !name.contains("@") else { continue }
            // The settings behind the mark are cut off, on the way by which every longer name is read.
            #expect(LanguageTag(name) == LanguageTag(name + "@calendar=buddhist"), "\(name)")
        }
    }

    @Test("a name that was another is a tag of its own; what it means is for those to say who know languages")
    func otherNames() {
        for tag in ["iw", "sh-RS", "i-klingon", "zh-yue-HK", "en-gb-oed"] {
            #expect(LanguageTag(tag)?.description == tag)
        }
        #expect(LanguageTag("eng-USA")?.description == "eng")
    }

    @Test(
        "what does not follow the grammar is no tag",
        arguments: [
            "", "-", "a", "1", "e1", "en-", "-en", "en--US", "en US", " en", "en\n", "abcdefghi", "en-abcdefghi", "x",
            "x-",
            "i-unknown", "en-a", "en-a-b", "en-u", "en-x", "de-1996-1996", "de-rozaj-ROZAJ", "en-u-aa-u-bb",
            "en-US-Latn",
            "en-Latn-Cyrl", "zh-a1b", "en-12", "en-1234-US", "../../etc/passwd", "{{7*7}}", "%s%n", "😀", "ｅｎ", "en-ÜS",
            "*", "en-*", "fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", "fr;q=1", "en,fr", "en, ", ";", "q=0.5", "zh_HK#Hant",
            "#Hant", "_#Hant", "@x", "en@",
            "en.", "zh_HK_#", "en@a b", "en@../..", "en@\u{0}", "en@é", "C.UTF-8", "1@x", "\0", "en\u{200D}", "a-de",
            "zh-cmn-yue-hak-nan",
        ])
    func malformed(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test("128 bytes are a tag if they follow the grammar, 129 and 300 are none")
    func length() {
        func tag(_ length: Int) -> String { String(("en-x" + String(repeating: "-abcdefg", count: 40)).prefix(length)) }
        #expect(LanguageTag(tag(124)) != nil && LanguageTag(tag(128)) != nil)
        #expect(LanguageTag(tag(129)) == nil && LanguageTag(tag(130)) == nil && LanguageTag(tag(300)) == nil)
    }

    @Test("any text is a tag or none, and the tag found in it is one that stays as it is")
    func random() {
        var random = SeededRandom(seed: .random(in: 0 ... .max))
        let alphabet = Array("abzXQ09-_-_u@.#")
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...16, using: &random)
            let text = String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            guard let tag = LanguageTag(text) else { continue }
            #expect(LanguageTag(tag.description) == tag, "\(text), seed \(random.seed)")
        }
    }
}
