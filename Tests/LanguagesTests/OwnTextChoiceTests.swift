import Languages
import Messages
import Testing
import VerificationCore

@Suite("Which text is sent")
struct OwnTextChoiceTests {
    private let writer: MessageWriter

    init() throws {
        writer = MessageWriter(catalog: try MessageCatalog.embedded(languages: ICULanguageData()))
    }

    private func write(_ style: MessageStyle, _ asked: String?) -> MessageText {
        writer.write(in: style, code: "948372", minutes: 10, language: asked.flatMap(LanguageTag.init))
    }

    @Test(
        "an app's own text wins where its language fits at least as well as the catalog's",
        arguments: [
            // own texts, the app's default, asked for, sent: a star before the language is the app's own
            ("fr", nil, "fr", "*fr"), ("fr", nil, "fr-CA", "*fr"), ("fr", nil, "de", "de"), ("fr", nil, nil, "en"),
            ("fr", "fr", nil, "*fr"), ("fr", "fr", "tlh", "*fr"), ("fr", "fr", "de", "de"), ("en", nil, nil, "*en"),
            ("en", nil, "tlh", "*en"), ("en", nil, "en-GB", "*en"), ("en-GB", nil, "en-GB", "*en-GB"),
            ("en-GB", nil, "en", "en"), ("en-GB", nil, "en-AU", "*en-GB"), ("fr-CA", nil, "fr-CA", "*fr-CA"),
            ("fr-CA", nil, "fr", "fr"), ("fr fr-CA", nil, "fr-CA", "*fr-CA"), ("fr fr-CA", nil, "fr-BE", "*fr"),
            ("pt", nil, "pt-BR", "*pt"), ("pt", nil, "pt-PT", "pt-PT"), ("pt-PT", nil, "pt", "pt-BR"),
            ("es", nil, "es-MX", "es-419"), ("es", nil, "es-ES", "*es"), ("es es-419", nil, "es-MX", "*es-419"),
            ("zh", nil, "zh-TW", "zh-Hant"), ("zh", nil, "zh-CN", "*zh"), ("zh-Hant", nil, "zh-HK", "zh-Hant-HK"),
            ("nb", nil, "nn", "*nb"), ("nb", nil, "no", "*nb"), ("es", nil, "ca", "ca"), ("es", nil, "qu-ES", "*es"),
            ("tlh", nil, "tlh", "*tlh"), ("tlh", "de", "x-elvish", "de"), ("ar", nil, "arz", "*ar"),
            ("de-DE", nil, "de", "*de-DE"), ("de-DE", nil, "de-AT", "*de-DE"), ("ja-JP", nil, "ja", "*ja-JP"),
            ("it-IT", nil, "it", "*it-IT"),
            ("tr-TR", nil, "tr", "*tr-TR"), ("fa-AF", nil, "prs", "*fa-AF"), ("uz-Cyrl", nil, "uz-Cyrl", "*uz-Cyrl"),
        ] as [(String, String?, String?, String)])
    func choice(own: String, appDefault: String?, asked: String?, sent: String) throws {
        let texts = own.split(separator: " ").map { (String($0), "Own \($0) {code}") }
        let style = try MessageStyle.sample("Demo", language: appDefault, texts: Dictionary(texts) { $1 })
        let message = write(style, asked)
        #expect((message.text.hasPrefix("Own ") ? "*" : "") + message.language.description == sent)
    }

    @Test("no name makes a message longer than what was allowed")
    func names() throws {
        let names = [
            String(repeating: "n", count: 40), String(repeating: "a b\n", count: 1_250), "{{code}} {code} %@",
            String(repeating: "Ж", count: 40), String(repeating: "€{", count: 20), "a\r\nb",
            String(repeating: "👩‍👩‍👧‍👦", count: 40),
        ]
        let text = "{code} {app}" + String(repeating: " text", count: 20)
        for name in names {
            let plain = write(try .sample(name, rules: SendingRules(maxSegments: 3)), "en")
            #expect(plain.segments == 1 && plain.text.contains("948372"), "the catalog's text is never two")
            let own = write(try .sample(name, rules: SendingRules(maxSegments: 1), texts: ["en": text]), "en")
            #expect(own.segments == 1 && own.text.contains("948372"))
            let wide = write(try .sample(name, rules: SendingRules(maxSegments: 3), texts: ["en": text]), "en")
            #expect(wide.segments <= 3 && wide.text.contains(" text text"))
            #expect(![plain, own, wide].contains { $0.text.contains { $0.isNewline } })
        }
        let wide = try MessageStyle.sample(
            names[0], rules: SendingRules(maxSegments: 2), texts: ["en": text + text.dropFirst(12)])
        #expect(write(wide, "en").text.contains(names[0]) && write(wide, "en").segments == 2)
    }

    @Test("a text that rules changed later no longer allow gives way to the catalog's")
    func overBudget() throws {
        let text = "{code}" + String(repeating: " text", count: 40)
        let style = try MessageStyle.sample("Demo", texts: ["de": text])
        #expect(write(style, "de").text == "948372 ist Ihr Bestätigungscode für Demo. Er ist 10 Minuten gültig.")
        #expect(
            write(try .sample("Demo", rules: SendingRules(maxSegments: 2), texts: ["de": text]), "de").segments == 2)
    }
}
