import GatewayKit
import Languages
import Messages
import Testing

@Suite("Matching languages")
struct LanguageMatcherTests {
    private static let supported = [
        "en", "fr", "de", "es", "es-419", "pt-BR", "pt-PT", "nb", "da", "ar", "he", "id", "ja", "ko", "hi", "ru", "sr",
        "sr-Latn", "hr", "uz", "zh-Hans", "zh-Hant", "zh-Hant-HK",
    ].compactMap(LanguageTag.init)

    private func match(_ asked: String?, default appDefault: String? = nil) -> String {
        let match = ICULanguageData().matcher(among: Self.supported).firstMatch(
            [asked, appDefault].map { $0.flatMap(LanguageTag.init) })
        return match?.description ?? "none"
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
            ("bs", "hr"), ("bs-Cyrl", "sr"), ("ms", "id"), ("kk-KZ", "ru"), ("tt-Cyrl-RU", "ru"), ("acm", "ar"),
            ("cdo", "zh-Hans"),
            ("yue-MO", "zh-Hant-HK"), ("nan-TW", "zh-Hant"), ("bho", "hi"), ("swc", "none"), ("gn-PY", "es-419"),
        ])
    func related(asked: String, expected: String) {
        #expect(match(asked) == expected)
    }

    @Test(
        "a text in the language asked for goes before one that CLDR has closer",
        arguments: [
            ("uz-Cyrl", "uz"), ("uz-Cyrl-UZ", "uz"), ("ru-Latn", "ru"), ("he-Latn-IL", "he"), ("hr-BA", "hr"),
            ("uz-Arab", "none"),
        ])
    func ownLanguage(asked: String, expected: String) throws {
        #expect(match(asked) == expected)
        let tags = ["bs", "hr", "ru", "he", "uz"].compactMap(LanguageTag.init)
        let tag = try #require(LanguageTag(asked))
        #expect(ICULanguageData().matcher(among: tags).match(tag)?.description ?? "none" == expected)
    }

    @Test(
        "names that systems have made up or use otherwise find what they mean",
        arguments: [
            ("und-TW", "zh-Hant"), ("und-DE", "de"), ("und-US", "en"), ("zh-CHS", "zh-Hans"), ("zh-CHT", "zh-Hant"),
            ("es-LA", "es-419"),
            ("es_LA", "es-419"), ("ku-TR", "none"), ("zh_HK_#Hant", "zh-Hant-HK"), ("zh_CN_#Hans", "zh-Hans"),
            ("th_TH_TH_#u-nu-thai", "none"), ("pt_PT@calendar=buddhist", "pt-PT"), ("de_AT.UTF-8", "de"),
            ("de-Latf", "de"),
        ])
    func madeUp(asked: String, expected: String) {
        #expect(match(asked) == expected)
    }

    @Test(
        "Kurds outside Turkey and Syria, who write other letters, get no Turkish",
        arguments: ["IQ", "IR", "LB", "AM", "GE"])
    func kurds(region: String) throws {
        let matcher = ICULanguageData().matcher(among: ["en", "tr"].compactMap(LanguageTag.init))
        #expect(matcher.match(try #require(LanguageTag("ku-" + region))) == nil)
        #expect(matcher.match(try #require(LanguageTag("kmr-TR")))?.description == "tr")
    }

    @Test(
        "what nobody here can write falls back to the app's default; CLDR's English for want of better does not come before it"
    )
    func fallback() {
        for stranger in ["x-klingon", "und", "tlh", "yi", "i-klingon", "ku-IQ"] {
            #expect(match(stranger) == "none" && match(stranger, default: "de-AT") == "de")
        }
        #expect(match(nil) == "none" && match(nil, default: "zh-TW") == "zh-Hant")
        #expect(match("tlh", default: "x-elvish") == "none" && match("fr", default: "de") == "fr")
        #expect(match("uz-Arab", default: "fr") == "fr", "a text in Latin letters helps nobody who reads Arabic ones")
    }

    @Test("of languages that fit alike the first is taken, and private ones fit themselves only")
    func order() throws {
        let data = ICULanguageData()
        func match(_ asked: String, _ first: String, _ then: String) throws -> String? {
            func tags(_ list: String) -> [LanguageTag] {
                list.split(separator: " ").compactMap { LanguageTag(String($0)) }
            }
            let matcher = data.matcher(among: tags(then)).matcher(preferring: tags(first))
            return matcher.match(try #require(LanguageTag(asked)))?.description
        }
        #expect(try match("de", "de-DE", "de en") == "de-DE" && match("de", "de-AT", "de en") == "de")
        #expect(try match("ja", "ja-JP", "ja") == "ja-JP" && match("it-CH", "it-IT", "it") == "it-IT")
        #expect(try match("en", "x-elvish und", "fr") == nil && match("x-elvish", "x-elvish", "fr") == "x-elvish")
    }

    @Test("thousands of made-up names, asked at once, leave the right answers")
    func concurrency() async throws {
        let matcher = ICULanguageData().matcher(among: Self.supported)
        let german = try #require(LanguageTag("de-AT"))
        await withTaskGroup(of: Bool.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    (0..<1_500).allSatisfy { number in
                        _ = LanguageTag("de-x-\(lane)-\(number)").flatMap(matcher.match)
                        return matcher.match(german)?.description == "de"
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
