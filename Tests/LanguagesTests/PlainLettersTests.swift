import Languages
import Messages
import Testing
import VerificationCore

@Suite("Plain letters")
struct PlainLettersTests {
    private let writer: MessageWriter

    init() throws {
        writer = MessageWriter(catalog: try MessageCatalog.embedded(languages: ICULanguageData()))
    }

    /// Fills a segment, so that UCS-2 takes two.
    private static let padding = String(repeating: " more", count: 16)

    /// Leaves room for nothing but the short text in UCS-2, and not for that in many languages.
    private static let domain = "login.and.accounts.of.a.longer.example.com"

    /// Writes a name into a text that is nothing but the code, the name and padding, and takes the padding off again.
    private func write(_ name: String, transliterate: Bool = true) throws -> (text: String, encoding: SMSEncoding) {
        let rules = SendingRules(maxSegments: 3, transliterate: transliterate)
        let style = try MessageStyle.sample(name, rules: rules, texts: ["en": "{code} {app}" + Self.padding])
        let message = writer.write(in: style, code: "1234", minutes: 10, language: .english)
        return (String(message.text.dropLast(Self.padding.count)), message.encoding)
    }

    @Test(
        "what has a plain form is written with it",
        arguments: [
            ("ação", "acao"), ("Pingüino árbol", "Pingüino arbol"), ("Őszi tűz", "Oszi tuz"),
            ("Şişli ığdır", "Sisli igdir"), ("Příliš žluťoučký kůň", "Prilis zlutoucky kun"),
            ("Zażółć gęślą jaźń", "Zazolc gesla jazn"), ("Țânțar și ăla", "Tantar si ala"),
            ("Œuvre façade", "OEuvre facade"),
            ("Þórður á Ísafirði", "Thordur a Isafirdi"), ("Gözəl Ə", "Gözel E"), ("Phở Đường ơ ự", "Pho Duong o u"),
            ("O‘zbek g’isht", "O'zbek g'isht"), ("“Quote” „tief“ «guil»", "\"Quote\" \"tief\" \"guil\""),
            ("a–b—c‐d−e…", "a-b-c-d-e..."), ("a\u{200B}b\u{AD}c", "abc"), ("ΔΕΗ ΟΤΕ", "ΔEH OTE"), ("GRẞ", "GRSS"),
            ("e\u{301}c\u{327}", "éc"), ("№ 1™", "No 1TM"),
        ])
    func replaced(name: String, plain: String) throws {
        let message = try write(name)
        #expect(message.text == "1234 \(plain)" && message.encoding == .gsm7)
        #expect(Array(message.text.unicodeScalars) == Array("1234 \(plain)".unicodeScalars))
    }

    @Test(
        "the characters of the GSM alphabet never change",
        arguments: [
            "@£$¥èéùìòÇØøÅåΔ_ΦΓΛ", "ΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*", "+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà", "^{}\\[~]|€",
        ])
    func kept(name: String) throws {
        #expect(try write(name).text == "1234 \(name)")
        #expect(try write(name + "ç").text == "1234 \(name)c")
    }

    @Test(
        "a text with one character that has no plain form stays whole",
        arguments: ["ação Жук", "façade λ", "naïve 東京", "Zoë قلم", "ş😀", "õ ½"])
    func whole(name: String) throws {
        let message = try write(name)
        #expect(message.text.contains(name) && message.encoding == .ucs2)
    }

    @Test("neither the code nor an autofill line ever changes", arguments: ["ação", "Жук", "Demo", "№ ½", "“ő”"])
    func untouched(name: String) throws {
        for (language, own) in [("pt-BR", [:]), ("vi", [:]), ("ru", [:]), ("en", ["en": "{app}: {code} – não"])] {
            let rules = SendingRules(transliterate: true)
            let style = try MessageStyle.sample(name, rules: rules, texts: own)
            let tag = LanguageTag(language)
            for line in ["@xn--no-8ja.example.com #0123456789", "FA+9qCX/VSu"] {
                let autofill = try #require(
                    line.first == "@"
                        ? Autofill(webOTPDomain: "xn--no-8ja.example.com") : Autofill(androidHash: line))
                let message = writer.write(
                    in: style, code: "0123456789", minutes: 10, language: tag, autofill: autofill)
                let lines = message.text.split(separator: "\n")
                #expect(lines.count == 2 && lines[1] == line && lines[0].contains("0123456789"), "\(language)")
            }
        }
    }

    @Test("it is the app's choice")
    func optIn() throws {
        #expect(try write("ação", transliterate: false).text == "1234 ação")
        #expect(SendingRules.standard.transliterate == false)
    }

    @Test("letters become plain only where that saves a segment, in Vietnamese and Irish all of them")
    func catalog() throws {
        let autofill = try #require(Autofill(webOTPDomain: Self.domain))
        for (language, text, segments) in [
            ("pt-BR", "948372 é o seu codigo Acao. Expira em 10 minutos.", 1),
            ("cs", "948372 je vas kod pro Acao. Plati 10 minut.", 1),
            ("vi", "948372 la ma Acao cua ban. Ma het han sau 10 phut.", 1),
            ("ga", "Do chod Acao: 948372. Baili ar feadh 10 noimead.", 1),
            ("ru", "948372 — ваш код для Ação. Действует 10 минут.", 2),
        ] {
            let style = try MessageStyle.sample("Ação", rules: SendingRules(transliterate: true))
            let tag = LanguageTag(language)
            let alone = writer.write(in: style, code: "948372", minutes: 10, language: tag)
            #expect(
                alone == writer.write(in: try .sample("Ação"), code: "948372", minutes: 10, language: tag),
                "\(language)")
            #expect(alone.text.contains("Ação"), "\(language)")
            let message = writer.write(in: style, code: "948372", minutes: 10, language: tag, autofill: autofill)
            #expect(message.text == text + "\n@\(Self.domain) #948372" && message.segments == segments)
            let usual = writer.write(
                in: try .sample("Ação"), code: "948372", minutes: 10, language: tag, autofill: autofill)
            #expect(usual.encoding == .ucs2 && usual.segments == 2)
        }
    }

    @Test("every text in Latin letters has a plain form, and no other text has")
    func everyLanguage() throws {
        let style = try MessageStyle.sample("Demo", rules: SendingRules(transliterate: true))
        let autofill = try #require(Autofill(webOTPDomain: Self.domain))
        for language in writer.catalog.languages {
            let usual = writer.write(
                in: try .sample("Demo"), code: "948372", minutes: 10, language: language, autofill: autofill)
            let plain = writer.write(in: style, code: "948372", minutes: 10, language: language, autofill: autofill)
            let isLatin = !usual.text.unicodeScalars.contains {
                $0.properties.isAlphabetic && $0.value > 0x2AF && !(0x1E00...0x1EFF).contains($0.value)
            }
            #expect((plain.encoding == .gsm7) == isLatin, "\(language)")
            #expect((plain.text == usual.text) == (usual.encoding == .gsm7 || !isLatin), "\(language)")
        }
    }
}
