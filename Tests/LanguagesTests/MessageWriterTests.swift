import Languages
import Messages
import Testing
import VerificationCore

@Suite("Writing a message")
struct MessageWriterTests {
    private let writer: MessageWriter

    init() throws {
        writer = MessageWriter(catalog: try MessageCatalog.embedded(languages: ICULanguageData()))
    }

    private func write(
        _ name: String, code: String = "482913", minutes: Int = 10, in language: String = "en",
        autofill: Autofill? = nil
    ) throws -> MessageText {
        writer.write(
            in: try .sample(name), code: code, minutes: minutes, language: LanguageTag(language), autofill: autofill)
    }

    @Test("the text, its language, encoding, units and segments belong together")
    func message() throws {
        let message = try write("Demo", in: "en-GB")
        #expect(message.text == "482913 is your Demo verification code. Valid for 10 minutes.")
        #expect(message.language == .english && message.encoding == .gsm7)
        #expect(message.units == 60 && message.segments == 1)
        #expect(try write("Demo", in: "ru").encoding == .ucs2)
        #expect(try write("Demo", in: "zh_TW").text == "【Demo】您的驗證碼是 482913，10 分鐘內有效，請勿外洩。")
    }

    @Test("without a text in the language asked for, the app's default answers")
    func appDefault() throws {
        let style = try MessageStyle.sample("Demo", language: "de-CH")
        let message = writer.write(in: style, code: "1234", minutes: 1, language: LanguageTag("x-klingon"))
        #expect(message.text == "1234 ist Ihr Bestätigungscode für Demo. Er ist 1 Minute gültig.")
    }

    @Test("the WebOTP line is the last line")
    func webOTP() throws {
        let message = try write("Demo", autofill: Autofill(webOTPDomain: "login.example.com"))
        #expect(
            message.text == "482913 is your Demo verification code. Valid for 10 minutes.\n@login.example.com #482913")
        #expect(message.encoding == .gsm7 && message.segments == 1)
    }

    @Test("an autofill line may need one segment more than the app allows; one that would need two is left out")
    func longLines() throws {
        func segments(_ language: String, domain length: Int, maxSegments: Int = 1) throws -> (
            segments: Int, hasLine: Bool
        ) {
            let labels = String(repeating: "abcdefghi.", count: 26).prefix(length - 1) + "x"
            let autofill = try #require(Autofill(webOTPDomain: String(labels)))
            let style = try MessageStyle.sample("Demo", rules: SendingRules(maxSegments: maxSegments))
            let tag = LanguageTag(language)
            let message = writer.write(in: style, code: "482913", minutes: 10, language: tag, autofill: autofill)
            #expect(message.text.contains("482913") && message.text.contains("Demo"))
            return (message.segments, message.text.hasSuffix(" #482913"))
        }
        // The line takes 10 units and the domain; the short texts take 25 septets in English and 26 code units in Russian.
        #expect(try segments("en", domain: 125) == (1, true) && segments("en", domain: 126) == (2, true))
        #expect(try segments("en", domain: 249) == (2, true))
        #expect(try segments("ru", domain: 34) == (1, true) && segments("ru", domain: 35) == (2, true))
        #expect(try segments("ru", domain: 98) == (2, true) && segments("ru", domain: 99) == (1, false))
        #expect(try segments("ru", domain: 99, maxSegments: 2) == (3, true))
    }

    @Test("of the texts the longest goes that costs no segment more: long, usual, short")
    func forms() throws {
        func text(_ name: String, _ domain: Int) throws -> String {
            let labels = String(repeating: "abcdefghi.", count: 26).prefix(domain - 1) + "x"
            let message = try write(name, autofill: Autofill(webOTPDomain: String(labels)))
            #expect(message.segments == 1)
            return message.text.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(try text("Demo", 90) == "482913 is your Demo verification code. Valid for 10 minutes.")
        #expect(
            try text("Demo", 91) == "482913 is your Demo code. Valid for 10 minutes."
                && text("Demo", 104) == "482913 is your Demo code.")
        let pharmacy = "Аптека на углу номер"
        #expect(
            try write(pharmacy).text == "482913 is your \(pharmacy) code. Valid for 10 minutes.", "of 70 characters")
        let name = String(repeating: "Ж", count: 40)
        #expect(try write(name).text == "482913 is your \(name) code.", "rather the whole name than the minutes")
    }

    @Test(
        "Android's hash is the last line of one segment: the text gets short first, then the name, and then the hash goes"
    )
    func android() throws {
        let hash = Autofill(androidHash: "FA+9qCX9VSu")
        #expect(
            try write("Demo", autofill: hash).text
                == "482913 is your Demo verification code. Valid for 10 minutes.\nFA+9qCX9VSu")
        #expect(
            try write("Demo", in: "ru", autofill: hash).text
                == "482913 — ваш код для Demo. Действует 10 минут.\nFA+9qCX9VSu")
        let name = "Аптека на углу номер один"
        #expect(try write(name, in: "ru", autofill: hash).text == "482913 — ваш код для \(name).\nFA+9qCX9VSu")
        let long = try write(String(repeating: "Ж", count: 40), in: "ru", autofill: hash)
        #expect(
            long.text == "482913 — ваш код для \(String(repeating: "Ж", count: 36)).\nFA+9qCX9VSu" && long.segments == 1
        )
        let own = try MessageStyle.sample(texts: ["ru": "{code} " + String(repeating: "я", count: 60)])
        let message = writer.write(in: own, code: "482913", minutes: 10, language: LanguageTag("ru"), autofill: hash)
        #expect(message.text.hasSuffix("я") && message.segments == 1)
    }

    @Test("the warning goes with the message where the app wants it, the language has it and the segment has room")
    func warning() throws {
        func text(_ language: String, _ name: String = "Demo", warn: Bool = true) throws -> String {
            let style = try MessageStyle.sample(name, rules: SendingRules(warn: warn))
            let message = writer.write(in: style, code: "482913", minutes: 10, language: LanguageTag(language))
            #expect(message.segments == 1)
            return message.text
        }
        #expect(try text("en") == "482913 is your Demo verification code. Valid for 10 minutes. Do not share it.")
        #expect(try text("en", warn: false) == "482913 is your Demo verification code. Valid for 10 minutes.")
        #expect(try text("ja") == "Demoの認証コードは482913です。有効期限は10分です。他人に教えないでください。")
        #expect(try text("ru") == "482913 — ваш код для Demo. Действует 10 минут.", "71 characters")
        #expect(try text("hi").hasSuffix("इसे किसी को न बताएँ।") && !text("hi", "Demonstrations").contains("बताएँ"))
        #expect(try text("en", "Жук") == "482913 is your Жук code. Valid for 10 minutes. Do not share it.")
        #expect(try text("sw", warn: true) == text("sw", warn: false) && text("zh") == text("zh", warn: false))
    }

    @Test("a name that ends with a mark brings its own full stop", arguments: ["Demo Inc.", "Yahoo!", "Wer?"])
    func fullStops(name: String) throws {
        #expect(
            try write(name, in: "de").text == "482913 ist Ihr Bestätigungscode für \(name) Er ist 10 Minuten gültig.")
        #expect(try write(name, in: "ca").text == "\(name): el teu codi és 482913. És vàlid 10 minuts.")
        #expect(try write(name, in: "en").text == "482913 is your \(name) verification code. Valid for 10 minutes.")
    }

    @Test(
        "quotes, dashes and apart accents of a name are written as keyboards have them, and cost no other alphabet",
        arguments: [
            ("Domino’s", "Domino's"), ("“A” – „B“…", "\"A\" - \"B\"..."), ("Cafe\u{301}", "Café"),
            ("Cafe\u{300} Bu\u{308}ro", "Cafè Büro"),
        ])
    func typography(name: String, written: String) throws {
        let message = try write(name)
        #expect(
            message.text == "482913 is your \(written) verification code. Valid for 10 minutes."
                && message.encoding == .gsm7)
        #expect(Array(message.text.unicodeScalars).count == Array(message.text).count)
        #expect(try write("Ё«ж» и\u{306}", in: "ru").text.unicodeScalars.contains("й"))
    }

    @Test(
        "a domain is taken only as it goes over the wire",
        arguments: [
            ("example.com", true), ("a-b.xn--bcher-kva.example", true), ("1.2.example", true),
            (String(repeating: "a", count: 63) + ".de", true), ("localhost", false), ("", false), (".", false),
            ("Example.com", false), ("example.com.", false), (".example.com", false), ("a..b", false),
            ("-a.com", false),
            ("a-.com", false), ("a_b.com", false), ("bücher.example", false), ("a b.com", false),
            ("a.com\n@b.com", false),
            ("127.0.0.1", false), ("a.com/x", false), ("a.com:80", false),
            (String(repeating: "a", count: 64) + ".de", false),
            (String(repeating: "a.", count: 126) + "a", true), (String(repeating: "a.", count: 127) + "aa", false),
        ])
    func domains(domain: String, isTaken: Bool) {
        #expect(Autofill(webOTPDomain: domain)?.webOTPDomain == (isTaken ? domain : nil))
        #expect(Autofill(webOTPDomain: domain)?.androidHash == nil)
    }

    @Test(
        "a hash is 11 characters of Base64",
        arguments: [
            ("FA+9qCX9VSu", true), ("abcdefghij/", true), ("", false), ("FA+9qCX9VS", false), ("FA+9qCX9VSuu", false),
            ("FA+9qCX9VS=", false), ("FA-9qCX9VS_", false), ("FA+9qCX9VS\n", false), ("FA+9qCX9V {", false),
            ("FA+9qCX9Vé", false), ("FA+9qCX9V[`", false), ("FA+9qCX9V@^", false),
        ])
    func hashes(hash: String, isTaken: Bool) {
        #expect(Autofill(androidHash: hash)?.androidHash == (isTaken ? hash : nil))
    }

    @Test(
        "a name becomes one clean line and never a template",
        arguments: [
            ("Demo", "Demo"), ("  My \t\n App\u{A0}", "My App"), ("A\u{0}B\u{1B}\u{7F}C", "ABC"), ("a\r\nb", "a b"),
            ("{{code}}", "{{code}}"), ("%@ %2$@ %arg %#@minutes@", "%@ %2$@ %arg %#@minutes@"),
            ("\\(code)", "\\(code)"),
            ("\u{202E}omeD\u{202C}", "omeD"), ("\u{2066}x\u{2069}\u{200F}", "x"), ("a\u{2028}b", "a b"), ("", "App"),
            (" \n ", "App"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("日本", "日本"),
        ])
    func names(name: String, clean: String) throws {
        let text = try write(name).text
        #expect(text.contains(" is your \(clean) ") && text.hasSuffix("code. Valid for 10 minutes."))
    }

    @Test("whatever the name, the sentence is one line in one message that holds the code")
    func anyName() throws {
        let ascii = String(repeating: "abcd ", count: 1_000)
        #expect(try write(ascii).text.contains(" " + ascii.prefix(39) + " verification code"))
        let names = [
            ascii, String(repeating: "Ж", count: 5_000), String(repeating: "€{", count: 2_500),
            String(repeating: "👩‍👩‍👧‍👦", count: 500), "e" + String(repeating: "\u{301}", count: 5_000),
        ]
        for name in names {
            for language in writer.catalog.languages {
                let message = try write(name, code: "4829137065", minutes: 59, in: language.description)
                #expect(message.segments == 1 && message.text.contains("4829137065"), "\(language)")
                #expect(!message.text.contains { $0.isNewline }, "\(language)")
            }
        }
        let autofill = Autofill(webOTPDomain: "example.com")
        #expect(try write(names[1], autofill: autofill).text.hasSuffix("\n@example.com #482913"))
    }

    @Test("an app's own domain makes the last line of a message without another line, where it costs no segment more")
    func ownDomain() throws {
        var style = try MessageStyle.sample("Demo")
        style.autofill = Autofill(webOTPDomain: "shop.example")
        let write = { (language: String, line: Autofill?) in
            writer.write(in: style, code: "482913", minutes: 10, language: LanguageTag(language), autofill: line)
        }
        #expect(write("en", nil).text.hasSuffix("\n@shop.example #482913"))
        #expect(write("en", Autofill(androidHash: "FA+9qCX9VSu")).text.hasSuffix("\nFA+9qCX9VSu"))
        for language in writer.catalog.languages {
            #expect(write(language.description, nil).segments == 1, "\(language)")
        }
    }

    @Test("a frame's domain stands in the last line as Chrome and as Safari know it")
    func frame() throws {
        let line = try #require(Autofill(webOTPDomain: "shop.example", embedded: "bank.example"))
        #expect(
            try write("Demo", autofill: line).text.hasSuffix("\n@shop.example #482913 @bank.example %bank.example"))
        #expect(Autofill(webOTPDomain: "shop.example", embedded: "Bank.example") == nil)
    }

    @Test("with less than a minute left the message states no time, in any language, and an app's own text neither")
    func lessThanAMinute() throws {
        for language in writer.catalog.languages {
            let message = try write("Demo", minutes: 0, in: language.description)
            #expect(
                message.text.filter { $0.isASCII && $0.isNumber } == "482913" && message.segments == 1, "\(language)")
            #expect(try message != write("Demo", minutes: 1, in: language.description), "\(language)")
        }
        for (text, isOwn) in [("{code} own {minutes}", false), ("{code} own", true)] {
            var style = try MessageStyle.sample("Demo")
            style.texts = AppTexts([.english: try AppText(text)])
            let message = writer.write(in: style, code: "1234", minutes: 0, language: .english)
            #expect(message.text.contains("own") == isOwn && !message.text.contains("0"))
        }
    }

    @Test("minutes are whole and rounded down")
    func minutes() {
        let lives: [(Duration, Int)] = [
            (.seconds(600), 10), (.milliseconds(599_999), 9), (.seconds(120), 2), (.seconds(119), 1), (.seconds(60), 1),
            (.seconds(59), 0), (.zero, 0), (.seconds(-300), 0),
        ]
        for (life, minutes) in lives { #expect(MessageWriter.minutes(remaining: life) == minutes) }
    }

    @Test("printing or dumping a message tells no word of it")
    func printing() throws {
        let message = try write("Demo")
        var dumped = ""
        dump([message], to: &dumped)
        for text in ["\(message)", String(reflecting: message), dumped] {
            #expect(!text.contains("482913") && text.contains("60 units"))
        }
    }
}
