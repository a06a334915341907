import Languages
import Messages
import StrictJSON
import Testing
import VerificationCore

@Suite("An app's own text")
struct AppTextTests {
    private func sample(_ template: String, name: String = "Demo", rules: SendingRules = .standard) throws -> String {
        try english(template).sample(in: .sample(name, rules: rules)).text
    }

    private func english(_ template: String) throws -> LocalizedAppText { try localized(template, in: .english) }

    private func localized(_ template: String, in language: LanguageTag?) throws -> LocalizedAppText {
        writer.localized(try AppText(template), in: try #require(language))
    }

    private let writer: MessageWriter

    init() throws {
        writer = MessageWriter(catalog: try .embedded(languages: ICULanguageData()))
    }

    @Test(
        "placeholders are filled in, doubled braces are braces, and all else is text",
        arguments: [
            ("{code}", "123456"), ("{app}: {code}, {minutes} min", "Demo: 123456, 10 min"),
            ("{app} {app} {code} {minutes}{minutes}", "Demo Demo 123456 1010"), ("{{{code}}}", "{123456}"),
            ("{{code}} {code}", "{code} 123456"), ("}}{{ {code}", "}{ 123456"),
            ("%s%n %@ %1$@ {code}", "%s%n %@ %1$@ 123456"),
            ("G-{code}", "G-123456"), ("码{code}，{app}", "码123456，Demo"), ("{code}\n{app}", "123456\nDemo"),
            ("a\nb {code}\n\nc", "a\nb 123456\n\nc"), ("\\(code) {code}", "\\(code) 123456"),
        ])
    func fills(template: String, text: String) throws {
        #expect(try sample(template) == text)
        #expect(try AppText(template).template == template)
    }

    @Test(
        "what could not be sent as meant is refused, with the reason",
        arguments: [
            ("", .empty), ("Hello", .codes(0)), ("{code} {code}", .codes(2)), ("{{code}}", .codes(0)),
            ("{code} {name}", .placeholder("name")), ("{code} {}", .placeholder("")), ("{Code}", .placeholder("Code")),
            ("{ code }", .placeholder(" code ")), ("{code} {{7*7}", .brace), ("{code} {7*7}", .placeholder("7*7")),
            ("{code", .brace), ("code}", .brace), ("{code} {", .brace), ("} {code}", .brace),
            ("{code} {a{app}", .placeholder("a{app")), ("{code}\u{301}\u{0}", .controlCharacter),
            ("{code}\tnow", .controlCharacter), ("{code}\r\nnow", .controlCharacter),
            ("{code} a\u{2028}b", .controlCharacter),
            ("{code} \u{202E}live", .directionMark), ("{code} \u{202B}live", .directionMark),
            (" {code}", .whiteSpaceAtTheEnds),
            ("1{code}", .crowdedCode), ("{code}0", .crowdedCode), ("{code}٣", .crowdedCode),
            ("{code}{minutes}", .crowdedCode),
            ("{app}{code}", .crowdedCode), ("{minutes}{code} {app}", .crowdedCode),
            ("{code}\n", .whiteSpaceAtTheEnds), ("\n{code}", .whiteSpaceAtTheEnds),
            ("{code}\u{A0}", .whiteSpaceAtTheEnds),
            ("{code}" + String(repeating: "a", count: 2_000), .tooLong),
        ] as [(String, AppTextError)])
    func refuses(template: String, problem: AppTextError) throws {
        #expect(throws: problem) { try AppText(template) }
        #expect(!problem.description.isEmpty)
    }

    @Test(
        "what is put in is never taken for a placeholder",
        arguments: ["{code}", "{{code}}", "{{7*7}}", "%s%n", "%1$@ %#@minutes@", "\\(code)", "{minutes}", "$1 \\1"])
    func inertValues(name: String) throws {
        #expect(try sample("{app}|{code}|{minutes}", name: name) == "\(name)|123456|10")
    }

    @Test("its cost is that of the longest message: two digits of minutes, 20 letters of name or the app's own name")
    func longest() throws {
        let text = try english("{code} {app} {minutes}")
        func units(_ name: String, _ rules: SendingRules = .standard) throws -> Int {
            text.longest(in: try .sample(name, rules: rules)).units
        }
        #expect(try units("Demo") == 6 + 1 + 20 + 1 + 2)
        #expect(try units(String(repeating: "n", count: 30)) == 6 + 1 + 30 + 1 + 2)
        #expect(try units(String(repeating: "n", count: 5_000)) == 6 + 1 + 40 + 1 + 2)
        #expect(try units("Demo", SendingRules(codeDigits: 10)) == 10 + 1 + 20 + 1 + 2)
        #expect(try units("Demo", SendingRules(codeLife: .seconds(60))) == 6 + 1 + 20 + 1 + 2)
        #expect(try units("Demo", SendingRules(codeLife: .seconds(86_400))) == 6 + 1 + 20 + 1 + 4)
    }

    @Test("a text is refused when its longest message takes more segments than the app allows")
    func budget() throws {
        func check(
            _ template: String, _ name: String = "Demo", _ rules: SendingRules = .standard, takes cost: String? = nil
        ) throws {
            do {
                try english(template).check(for: .sample(name, rules: rules))
                #expect(cost == nil)
            } catch {
                guard case .overBudget(let longest, rules.maxSegments) = error as? AppTextError else { throw error }
                #expect(longest.cost == cost && "\(error)".contains(longest.cost))
            }
        }
        let text = "{code} {app} " + String(repeating: "a", count: 132)  // 160 with 20 letters
        try check(text)
        try check(text + "a", takes: "gsm7, 161 units, 2 segments")
        try check(text + "a", "Demo", SendingRules(maxSegments: 2))
        try check(text, "Twenty and one letters", takes: "gsm7, 162 units, 2 segments")
        try check(text, "Demo", SendingRules(codeDigits: 7), takes: "gsm7, 161 units, 2 segments")
        let accent = text.replacing("aaaa", with: "não ", maxReplacements: 1)
        try check(accent, takes: "ucs2 for ã, 160 units, 3 segments")
        try check(accent, "Demo", SendingRules(transliterate: true))
        // A short name that needs UCS-2 costs more than a long one that does not.
        try check(text, "Жук", SendingRules(maxSegments: 2), takes: "ucs2 for Ж у к, 143 units, 3 segments")
    }

    @Test("the characters that cost more are shown, unless they are many; unseen ones by their number")
    func characters() throws {
        func cost(_ words: String) throws -> String {
            try english("{code} " + words).longest(in: .sample()).cost
        }
        #expect(try cost("né") == "gsm7, 9 of 160 units, 1 segment")
        #expect(try cost("ção ção") == "ucs2 for ç ã, 14 of 70 units, 1 segment")
        #expect(try cost("a\u{A0}b\u{200B}c") == "ucs2 for U+A0 U+200B, 12 of 70 units, 1 segment")
        #expect(try cost("ваш код") == "ucs2, 14 of 70 units, 1 segment")
    }

    @Test("an autofill line counts, with what a long code takes of it, and is no segment of the budget")
    func autofill() throws {
        let text = try english("{code} " + String(repeating: "я", count: 56))  // 63 units, 67 with 10 digits
        let style = try MessageStyle.sample()
        let hash = try #require(Autofill(androidHash: "FA+9qCX9VSu"))
        let line = try #require(Autofill(webOTPDomain: "example.com"))
        try text.check(for: style)
        #expect(
            text.longest(in: style, with: hash) == nil, "75 units are two segments, in which no phone looks for a hash")
        #expect(text.longest(in: style, with: line)?.size == "84 units, 2 segments")
        let long = try MessageStyle.sample(rules: SendingRules(codeDigits: 10))
        #expect(text.longest(in: long, with: line)?.units == 84 + 4 + 4)
        let name = try english("{code} {app} " + String(repeating: "я", count: 40))
        #expect(name.longest(in: style, with: hash)?.size == "70 of 70 units, 1 segment", "the name is cut")
    }

    @Test("words may go with the number of minutes, each form by its name in CLDR")
    func plurals() throws {
        let russian = try localized(
            "{app}: {code}, {minutes|one:# минуту|few:# минуты|many:# минут}.", in: LanguageTag("ru"))
        let english = try english("{code} {minutes|one:one minute|other:# minutes}{{#}}")
        for (minutes, words) in [
            (1, "1 минуту."), (2, "2 минуты."), (11, "11 минут."), (21, "21 минуту."), (600, "600 минут."),
        ] {
            var style = try MessageStyle.sample(rules: SendingRules(codeLife: .seconds(60 * minutes)))
            #expect(russian.sample(in: style).text == "Demo: 123456, " + words)
            style.texts = AppTexts([russian.language: russian.text])
            let message = writer.write(in: style, code: "123456", minutes: minutes, language: LanguageTag("ru-UA"))
            #expect(message.text == "Demo: 123456, " + words)
        }
        #expect(
            english.sample(in: try .sample(rules: SendingRules(codeLife: .seconds(60)))).text == "123456 one minute{#}")
        #expect(english.longest(in: try .sample()).text == "123456 10 minutes{#}")
        let longer = try self.english("{code} {minutes|one:the shortest of minutes|other:#}")
        #expect(longer.longest(in: try .sample()).text.contains("shortest"), "no form may surprise")
    }

    @Test(
        "a language has the forms that it has, and each once",
        arguments: [
            ("en", "{code} {minutes|one:#}", .missingForm(.other, in: .english)),
            ("en", "{code} {minutes|other:#|one:#|other:#}", .form("other:#")),
            ("en", "{code} {minutes|1:#}", .form("1:#")), ("en", "{code} {minutes|one}", .form("one")),
            ("en", "{code} {minutes|}", .form("")), ("en", "{code} {code|one:#}", .placeholder("code|one:#")),
            ("en", "{code}{minutes|one:#|other:#}", .crowdedCode),
            ("en", "{minutes|one:{code}|other:#}", .form("one:{code")),
        ] as [(String, String, AppTextError)])
    func wrongForms(language: String, template: String, problem: AppTextError) throws {
        #expect(throws: problem) { try localized(template, in: LanguageTag(language)).check(for: .sample()) }
    }

    @Test(
        "a saved text tells which languages beside its own it does not reach",
        arguments: [
            ("", "es", "es-419"), ("", "es-419", "es"), ("es-419", "es", ""), ("", "pt", "pt-PT"), ("", "fr", ""),
            ("", "fr-CA", "fr"), ("", "zh", "zh-Hant zh-Hant-HK"), ("zh-Hant zh-HK", "zh", ""), ("", "sr", "sr-Latn"),
            ("", "en-GB", "en"), ("", "tlh", ""), ("fr", "de", ""), ("", "de-DE", ""), ("", "ja-JP", ""),
            ("", "it-IT", ""),
            ("", "tr-TR", ""),
        ])
    func unanswered(before: String, set: String, others: String) throws {
        let text = try AppText("{code}")
        let saved = before.split(separator: " ").compactMap { LanguageTag(String($0)) }
        let language = try #require(LanguageTag(set))
        let texts = AppTexts(Dictionary(uniqueKeysWithValues: saved.map { ($0, text) })).with(text, for: language)
        #expect(writer.unanswered(beside: language, among: texts).map(\.description).joined(separator: " ") == others)
    }

    @Test("texts are written and read as an object of languages, whatever the spelling of the language")
    func json() throws {
        let object: JSONValue = ["pt_br": "{code} b", "fr": "{code} f", "he": "{code} h"]
        let texts = try AppTexts(json: try #require(object.object))
        #expect(texts.languages.map(\.description) == ["fr", "he", "pt-BR"])
        #expect(
            String(decoding: JSONValue.object(texts.json).serialized, as: UTF8.self)
                == #"{"fr":"{code} f","he":"{code} h","pt-BR":"{code} b"}"#)
        #expect(try AppTexts(json: texts.json) == texts && texts != .none && AppTexts.none.json == JSONObject())
        #expect(texts[try #require(LanguageTag("fr"))]?.template == "{code} f")
        for (json, problem) in [
            (["f": "{code}"], .language("f")), (["he": "{code}", "HE": "{code}"], .language("HE")),
            (["fr": 1], .notText(try #require(LanguageTag("fr")))), (["fr": "x"], .codes(0)),
        ] as [(JSONValue, AppTextError)] {
            #expect(throws: problem) { try AppTexts(json: try #require(json.object)) }
        }
    }
}
