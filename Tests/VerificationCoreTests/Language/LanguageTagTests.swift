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
        "old and other names become the ones in use",
        arguments: [
            ("iw", "he"), ("iw-IL", "he-IL"), ("in", "id"), ("ji", "yi"), ("jw", "jv"), ("mo", "ro"),
            ("tl-PH", "fil-PH"),
            ("no", "nb"), ("no-NO", "nb-NO"), ("sh", "sr-Latn"), ("sh-Cyrl-RS", "sr-Cyrl-RS"), ("eng-USA", "en"),
            ("eng", "en"), ("deu-AT", "de-AT"), ("cmn-Hans", "zh-Hans"), ("zh-cmn-Hant", "zh-Hant"), ("zh-yue", "yue"),
            ("zh-yue-HK", "yue-HK"), ("en-UK", "en-GB"), ("sr-CS", "sr-RS"), ("i-klingon", "tlh"), ("I-LUX", "lb"),
            ("en-GB-oed", "en-GB-oxendict"), ("zh-min-nan", "nan"), ("i-default", "en-x-i-default"), ("zh_TW", "zh-TW"),
            ("en-840", "en-US"),
        ])
    func aliases(text: String, tag: String) {
        #expect(LanguageTag(text)?.description == tag)
    }

    @Test(
        "what does not follow the grammar is no tag",
        arguments: [
            "", "-", "a", "1", "e1", "en-", "-en", "en--US", "en US", " en", "en\n", "abcdefghi", "en-abcdefghi", "x",
            "x-",
            "i-unknown", "en-a", "en-a-b", "en-u", "en-x", "de-1996-1996", "de-rozaj-ROZAJ", "en-u-aa-u-bb",
            "en-US-Latn",
            "en-Latn-Cyrl", "zh-a1b", "en-12", "en-1234-US", "../../etc/passwd", "{{7*7}}", "%s%n", "😀", "ｅｎ", "en-ÜS",
            "*", "en-*", "fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", "fr;q=1", "en,fr", "en, ", ";", "q=0.5", "zh_HK_#Hant",
            "en_US.UTF-8", "de_DE@euro", "C.UTF-8", "\0", "en\u{200D}", "a-de", "zh-cmn-yue-hak-nan",
        ])
    func malformed(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test("64 bytes are a tag if they follow the grammar, 65 and 300 are none")
    func length() {
        func tag(_ length: Int) -> String { String(("en-x" + String(repeating: "-abcdefg", count: 40)).prefix(length)) }
        #expect(LanguageTag(tag(60)) != nil && LanguageTag(tag(64)) != nil)
        #expect(LanguageTag(tag(65)) == nil && LanguageTag(tag(66)) == nil && LanguageTag(tag(300)) == nil)
    }

    @Test("any text is a tag or none, and the canonical form of a tag is its own canonical form")
    func random() {
        var random = SeededRandom(seed: .random(in: 0 ... .max))
        let alphabet = Array("abzXQ09-_-_u")
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...16, using: &random)
            let text = String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            guard let tag = LanguageTag(text) else { continue }
            #expect(LanguageTag(tag.description) == tag, "\(text), seed \(random.seed)")
        }
    }
}
