import Languages
import Messages
import StrictJSON
import Testing
import VerificationCore

@Suite("The message catalog")
struct MessageCatalogTests {
    private let writer: MessageWriter

    init() throws {
        writer = MessageWriter(catalog: try MessageCatalog.embedded(languages: ICULanguageData()))
    }

    private func write(_ app: String, _ code: String, _ minutes: Int, _ language: LanguageTag) throws -> MessageText {
        writer.write(in: try .sample(app), code: code, minutes: minutes, language: language)
    }

    @Test("it holds 81 languages, among them those every release must have")
    func languages() {
        let languages = writer.catalog.languages.map(\.description)
        #expect(languages.count == 81)
        #expect(
            Set(["en", "fr", "ja", "ar", "zh-Hans", "zh-Hant", "es-419", "pt-BR", "pt-PT"]).isSubset(of: languages))
    }

    @Test("every text holds the app's name and the code once, and the minutes unless it spells them out")
    func placeholders() throws {
        for language in writer.catalog.languages {
            for minutes in [1, 2, 3, 5, 10, 11, 21, 30] {
                let message = try write("Åpp", "948372", minutes, language)
                #expect(message.language == language)
                #expect(
                    message.text.split(separator: "Åpp", omittingEmptySubsequences: false).count == 2, "\(language)")
                #expect(
                    message.text.split(separator: "948372", omittingEmptySubsequences: false).count == 2, "\(language)")
                if minutes > 2 { #expect(message.text.contains("\(minutes)"), "\(language)") }
                #expect(!message.text.contains("%"), "\(language)")
            }
        }
    }

    @Test("no digit and no Latin letter touches the code, and the words are written in one alphabet")
    func alphabets() throws {
        let ascii = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        for language in writer.catalog.languages {
            let text = try write("#", "948372", 10, language).text
            let pieces = text.split(separator: "948372", omittingEmptySubsequences: false)
            #expect(pieces.first?.last.map(ascii.contains) != true, "\(language)")
            #expect(pieces.last?.first.map(ascii.contains) != true, "\(language)")
            let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
            let latin = letters.count { $0.value < 0x2B0 || (0x1E00...0x1EFF).contains($0.value) }
            #expect(latin == 0 || latin == letters.count, "\(language)")
        }
    }

    @Test("every text has a short one without a time; in Catalan a name needs no other word before it with a vowel")
    func others() throws {
        let short = try CatalogFile().shortCatalog()
        #expect(short.languages == writer.catalog.languages)
        for language in short.languages {
            let text = MessageWriter(catalog: short)
                .write(in: try .sample("Demo"), code: "948372", minutes: 120, language: language).text
            #expect(text.count { $0.isWholeNumber } == 6 && text.contains("Demo"), "\(language)")
        }
        let catalan = try write("Uber", "948372", 10, try #require(LanguageTag("ca"))).text
        #expect(catalan == "Uber: el teu codi és 948372. És vàlid 10 minuts.")
    }

    @Test("minutes take the form their language has for them")
    func plurals() throws {
        let samples: [(String, Int, String)] = [
            ("en", 1, "1 minute."), ("en", 2, "2 minutes."), ("fr", 1, "1 minute."), ("ja", 1, "1分"),
            ("ru", 1, "1 минуту"), ("ru", 3, "3 минуты"), ("ru", 10, "10 минут."), ("ru", 21, "21 минуту"),
            ("ar", 1, "دقيقة واحدة"), ("ar", 2, "لدقيقتين."), ("ar", 5, "لمدة 5 دقائق"), ("ar", 11, "11 دقيقة"),
            ("he", 2, "לשתי דקות"), ("cy", 2, "2 funud"), ("cy", 3, "3 munud"), ("pl", 1, "1 min."),
            ("af", 1, "vir 1 minuut."), ("ar", 3, "لمدة 3 دقائق."), ("he", 1, "לדקה אחת."), ("he", 10, "ל-10 דקות."),
            ("uk", 1, "1 хвилину"), ("uk", 2, "2 хвилини"), ("uk", 11, "11 хвилин."), ("uk", 22, "22 хвилини"),
            ("be", 1, "1 хвіліну"), ("be", 4, "4 хвіліны"), ("be", 5, "5 хвілін."), ("cs", 1, "1 minutu"),
            ("cs", 2, "2 minuty"), ("cs", 5, "5 minut."), ("sk", 1, "1 minútu"), ("sk", 4, "4 minúty"),
            ("sk", 10, "10 minút."), ("sl", 1, "1 minuto"), ("sl", 3, "3 minute"), ("sl", 5, "5 minut."),
            ("lt", 1, "1 minutę"), ("lt", 2, "2 minutes"), ("lt", 10, "10 minučių"), ("lt", 21, "21 minutę"),
            ("lv", 1, "1 minūti"), ("lv", 2, "2 minūtes"), ("lv", 10, "10 minūtes"), ("lv", 21, "21 minūti"),
            ("ro", 1, "1 minut."), ("ro", 2, "2 minute."), ("ro", 19, "19 minute."), ("hr", 1, "1 minutu"),
            ("hr", 3, "3 minute"), ("hr", 5, "5 minuta"), ("hr", 21, "21 minutu"), ("bs", 2, "2 minute"),
            ("sr", 1, "1 минут."), ("sr", 2, "2 минута"), ("sr-Latn", 1, "1 minut."), ("sr-Latn", 5, "5 minuta"),
            ("is", 1, "1 mínútu"), ("is", 11, "11 mínútur"), ("is", 21, "21 mínútu"), ("mk", 1, "1 минута"),
            ("mk", 11, "11 минути"), ("fil", 1, "1 minuto"), ("fil", 4, "4 na minuto"), ("fi", 1, "1 minuutin"),
            ("fi", 2, "2 minuuttia"), ("et", 1, "1 minuti"), ("et", 2, "2 minutit"), ("eu", 1, "Minutu batez"),
            ("pl", 5, "5 minut."), ("pl", 22, "22 minuty"), ("ro", 20, "20 de minute"), ("sl", 2, "2 minuti"),
        ]
        let hours: [(String, Int, String)] = [
            ("en", 119, "119 minutes."), ("en", 120, "2 hours."), ("en", 179, "2 hours."),
            ("de", 180, "3 Stunden gültig."),
            ("ru", 120, "2 часа."), ("ru", 300, "5 часов."), ("ru", 1_260, "21 час."), ("pl", 120, "2 godziny."),
            ("pl", 300, "5 godzin."),
            ("ar", 120, "لساعتين."), ("ar", 180, "لمدة 3 ساعات."), ("ar", 720, "لمدة 12 ساعة."),
            ("he", 120, "לשעתיים."),
            ("he", 720, "ל-12 שעות."), ("cs", 300, "5 hodin."), ("lt", 120, "2 valandas."), ("lt", 600, "10 valandų."),
            ("ro", 1_200, "20 de ore."), ("sl", 120, "2 uri."), ("hu", 120, "2 óráig"), ("fi", 120, "2 tuntia."),
            ("ga", 420, "7 n-uaire an chloig"), ("ja", 120, "2時間"), ("zh-Hans", 1_440, "24 小时内"),
            ("fil", 240, "4 na oras"),
        ]
        for (language, minutes, words) in samples + hours {
            let text = try write("Demo", "948372", minutes, try #require(LanguageTag(language))).text
            #expect(text.contains(words), "\(language) \(minutes)")
        }
    }
}

@Suite("Reading a String Catalog")
struct StringCatalogTests {
    private func read(_ localizations: String) throws -> MessageCatalog {
        let texts = #"{"verification.sms":{"localizations":{\#(localizations)}}}"#
        let catalog = #"{"sourceLanguage":"en","version":"1.0","strings":\#(texts)}"#
        return try MessageCatalog(parsing: Array(catalog.utf8), languages: ICULanguageData())
    }

    private func unit(_ text: String, state: String = "translated") -> String {
        #""stringUnit":{"state":"\#(state)","value":"\#(text)"}"#
    }

    private func substitution(_ text: String, one: String, other: String, argument: Int = 3) -> String {
        let plural = #"{"one":{\#(unit(one))},"other":{\#(unit(other))}}"#
        let minutes = #"{"argNum":\#(argument),"formatSpecifier":"lld","variations":{"plural":\#(plural)}}"#
        return #"\#(unit(text)),"substitutions":{"minutes":\#(minutes)}"#
    }

    private var english: String {
        "\"en\":{" + substitution("%1$@ %2$@ %#@minutes@ 100%%", one: "a minute", other: "%arg minutes") + "}"
    }

    private func text(_ catalog: MessageCatalog, _ language: String, _ minutes: Int) throws -> String {
        MessageWriter(catalog: catalog)
            .write(in: try .sample("A"), code: "1234", minutes: minutes, language: LanguageTag(language)).text
    }

    @Test("both shapes in which Xcode writes plurals are read, and what is marked new is not")
    func shapes() throws {
        let catalog = try read(
            english
                + #","de":{"variations":{"plural":{"one":{\#(unit("%2$@ %1$@ %3$lld Minute"))},"#
                + #""other":{\#(unit("%2$@ %1$@ %3$lld Minuten"))}}}}"#
                + #","ja":{\#(unit("%1$@:%2$@ %3$lld分"))},"fr":{\#(unit("", state: "new"))}"#)
        #expect(catalog.languages.map(\.description) == ["de", "en", "ja"])
        #expect(
            try text(catalog, "en", 1) == "A 1234 a minute 100%" && text(catalog, "en", 5) == "A 1234 5 minutes 100%")
        #expect(try text(catalog, "de", 1) == "1234 A 1 Minute" && text(catalog, "de", 5) == "1234 A 5 Minuten")
        #expect(try text(catalog, "ja", 7) == "A:1234 7分")
        #expect(try text(catalog, "fr", 5) == "A 1234 5 minutes 100%")
    }

    @Test("a text that could not be filled in is refused, with its language and what is wrong")
    func problems() throws {
        let french = try #require(LanguageTag("fr"))
        let broken: [(String, MessageCatalogError)] = [
            (#""fr":{}"#, .unreadable(language: "fr")),
            (#""fr":{\#(unit("%1$@ %2$@"))}"#, .missingForm(.one, in: french)),
            (#""f":{}"#, .language("f")), (#""fr_FR":{},"en":{}"#, .unreadable(language: "fr-FR")),
            (
                #""fr":{\#(substitution("%1$@ %#@minutes@", one: "1", other: "%arg"))}"#,
                .placeholder("code", .one, in: french)
            ),
            (
                #""fr":{\#(substitution("%2$@ %#@minutes@", one: "1", other: "%arg"))}"#,
                .placeholder("app", .one, in: french)
            ),
            (
                #""fr":{\#(substitution("%1$@ %2$@ %2$@ %#@minutes@", one: "1", other: "%arg"))}"#,
                .placeholder("code", .one, in: french)
            ),
            (
                #""fr":{\#(substitution("%1$@ %2$@ %#@minutes@", one: "1", other: "des"))}"#,
                .placeholder("minutes", .other, in: french)
            ),
            (
                #""fr":{\#(substitution("%1$@ %2$@ %#@minutes@", one: "1", other: "%arg", argument: 2))}"#,
                .unreadable(language: "fr")
            ),
            (
                #""fr":{\#(substitution("%1$@ %2$@ %#@minutes@ %#@x@", one: "1", other: "%arg"))}"#,
                .unknownPlaceholder(in: french)
            ),
            (#""fr":{\#(unit("%1$@ %2$@ %3$lld %s"))}"#, .unknownPlaceholder(in: french)),
            (#""fr":{\#(unit("%1$@ %2$@ %3$lld %"))}"#, .unknownPlaceholder(in: french)),
            (#""iw":{\#(unit("", state: "new"))}"#, .noEnglish),
        ]
        for (localizations, problem) in broken {
            #expect(throws: problem) { try read(localizations) }
        }
        #expect(throws: MessageCatalogError.language("EN")) {
            try read(english + "," + english.replacing("\"en\"", with: "\"EN\""))
        }
        #expect(throws: MessageCatalogError.unreadable(language: "any language")) {
            try MessageCatalog(parsing: Array("{}".utf8), languages: ICULanguageData())
        }
        #expect(throws: MessageCatalogError.notJSON(JSONError(kind: .unexpectedEnd, offset: 0))) {
            try MessageCatalog(parsing: [], languages: ICULanguageData())
        }
    }
}
