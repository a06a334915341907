import GatewayKit
import Languages
import Testing
import VerificationTesting

@Suite("Names of languages")
struct CanonicalTagTests {
    @Test(
        "old and other names become the ones in use",
        arguments: [
            ("iw", "he"), ("iw-IL", "he-IL"), ("in", "id"), ("ji", "yi"), ("jw", "jv"), ("mo", "ro"),
            ("tl-PH", "fil-PH"),
            ("no", "no"), ("sh", "sr-Latn"), ("sh-Cyrl-RS", "sr-Cyrl-RS"), ("eng-USA", "en"),
            ("eng", "en"), ("deu-AT", "de-AT"), ("cmn-Hans", "zh-Hans"), ("zh-cmn-Hant", "zh-Hant"), ("zh-yue", "yue"),
            ("zh-yue-HK", "yue-HK"), ("en-UK", "en-GB"), ("sr-CS", "sr-RS"), ("i-klingon", "tlh"), ("I-LUX", "lb"),
            ("en-GB-oed", "en-GB-oxendict"), ("zh-min-nan", "nan"), ("i-default", "en-x-i-default"), ("zh_TW", "zh-TW"),
            ("en-840", "en-US"), ("prs", "fa-AF"), ("cnr", "sr-ME"), ("swc", "sw-CD"), ("azj", "az"), ("kur", "ku"),
            ("art-lojban", "jbo"), ("sgn-BE-FR", "sfb"), ("x-klingon", "x-klingon"),
            ("de-CH-1901-x-Foo", "de-CH-1901-x-foo"),
            ("en-US-u-hc-H12-t-fr", "en-US-t-fr-u-hc-h12"), ("abcdefgh", "abcdefgh"),
        ])
    func aliases(text: String, tag: String) {
        #expect(LanguageTag(text).map(ICULanguageData().canonical)?.description == tag)
    }

    @Test("the canonical form of a canonical form is itself, whatever tag it was")
    func random() {
        var random = SeededRandom(seed: .random(in: 0 ... .max))
        let alphabet = Array("abzXQ09-_-_u")
        let data = ICULanguageData()
        for _ in 0..<5_000 {
            let length = Int.random(in: 0...16, using: &random)
            let text = String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            guard let tag = LanguageTag(text).map(data.canonical) else { continue }
            #expect(data.canonical(tag) == tag, "\(text), seed \(random.seed)")
        }
    }
}
