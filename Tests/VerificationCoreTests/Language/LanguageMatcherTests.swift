import Testing
import VerificationCore

@Suite("Matching languages")
struct LanguageMatcherTests {
    private static let supported = [
        "en", "fr", "de", "es", "es-419", "pt-BR", "pt-PT", "nb", "da", "ar", "he", "id", "ja", "ko", "hi", "ru", "sr",
        "sr-Latn", "hr", "uz", "zh-Hans", "zh-Hant", "zh-Hant-HK",
    ].compactMap(LanguageTag.init)

    private func match(_ asked: String?, default appDefault: String? = nil) -> String {
        LanguageMatcher(among: Self.supported)
            .bestMatch(for: asked.flatMap(LanguageTag.init), default: appDefault.flatMap(LanguageTag.init)).description
    }

    @Test(
        "the script decides first, then the region",
        arguments: [
            ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-MY", "zh-Hans"), ("zh-TW", "zh-Hant"),
            ("zh_TW", "zh-Hant"), ("zh-HK", "zh-Hant-HK"), ("zh-MO", "zh-Hant-HK"), ("zh-Hant", "zh-Hant"),
            ("zh-Hant-MO", "zh-Hant-HK"), ("zh-Hant-US", "zh-Hant"), ("zh-US", "zh-Hant"), ("zh-Hans-HK", "zh-Hans"),
            ("zh-Hans-TW", "zh-Hans"), ("zh-Hant-CN", "zh-Hant"), ("yue", "zh-Hant-HK"), ("yue-CN", "zh-Hans"),
            ("nan", "zh-Hans"), ("nan-TW", "zh-Hant"), ("zh-Latn", "zh-Hans"), ("ru-Latn", "ru"), ("sr", "sr"),
            ("sr-RS", "sr"), ("sr-ME", "sr-Latn"), ("sr-Latn-RS", "sr-Latn"),
            ("sh", "sr-Latn"), ("ja-Hira", "ja"), ("ko-Hang-KR", "ko"), ("hi-Latn", "hi"),
        ])
    func scripts(asked: String, expected: String) {
        #expect(match(asked) == expected)
    }

    @Test(
        "a region finds the text of its part of the world",
        arguments: [
            ("es-MX", "es-419"), ("es-AR", "es-419"), ("es-US", "es-419"), ("es-ES", "es"), ("es", "es"),
            ("es-GQ", "es"),
            ("es-PH", "es"), ("pt", "pt-BR"), ("pt-PT", "pt-PT"), ("pt-AO", "pt-PT"), ("pt-MZ", "pt-PT"),
            ("pt-BR", "pt-BR"),
            ("en-AU", "en"), ("en-001", "en"), ("fr-CA", "fr"), ("de-AT", "de"), ("ar-MA", "ar"), ("he-IL", "he"),
        ])
    func regions(asked: String, expected: String) {
        #expect(match(asked) == expected)
    }

    @Test(
        "old names, variants, extensions and private parts do not stand in the way",
        arguments: [
            ("iw", "he"), ("in-ID", "id"), ("no", "nb"), ("de-CH-1996", "de"), ("fr-u-nu-latn", "fr"),
            ("de-x-formal", "de"),
            ("en-GB-oed", "en"), ("EN", "en"),
        ])
    func decorations(asked: String, expected: String) {
        #expect(match(asked) == expected)
    }

    @Test(
        "a language without a text is answered in one that its readers read",
        arguments: [
            ("nn", "nb"), ("gsw", "de"), ("lb-LU", "de"), ("ca", "es"), ("qu-PE", "es-419"), ("be", "ru"),
            ("arz", "ar"),
            ("bs", "hr"), ("bs-Cyrl", "sr"), ("ms", "id"), ("kk-KZ", "ru"), ("uz-Cyrl", "ru"),
        ])
    func related(asked: String, expected: String) {
        #expect(match(asked) == expected)
    }

    @Test("what nobody here can write falls back to the app's default, and that to English")
    func fallback() {
        #expect(match("x-klingon") == "en" && match("und") == "en" && match("tlh") == "en" && match(nil) == "en")
        #expect(match("x-klingon", default: "de-AT") == "de" && match("tlh", default: "fr") == "fr")
        #expect(match(nil, default: "zh-TW") == "zh-Hant")
        #expect(match("tlh", default: "x-elvish") == "en")
        #expect(match("fr", default: "de") == "fr")
        #expect(match("uz-Arab", default: "fr") == "fr", "a text in Latin letters helps nobody who reads Arabic ones")
    }

    @Test("a matcher for one language always has that one")
    func single() throws {
        let french = try #require(LanguageTag("fr"))
        let matcher = LanguageMatcher(among: [french], lastResort: french)
        #expect(matcher.bestMatch(for: LanguageTag("ja"), default: nil) == french)
    }
}
