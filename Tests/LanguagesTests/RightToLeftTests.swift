import GatewayKit
import Languages
import Messages
import Testing

@Suite("Right-to-left texts")
struct RightToLeftTests {
    private static let languages = ["ar", "fa", "he", "ur"]

    /// Latin, Arabic and Hebrew names; with a digit, a mark or nothing but digits at the ends.
    private static let names = [
        "Demo", "Shop 24", "Yahoo!", "7-Eleven", "24/7", "(Shop)", "C++", "متجر", "متجر 24", "24 متجر!", "חנות",
        "חנות 24",
        "חנות!", "Demo חנות",
    ]

    private let writer: MessageWriter

    init() throws {
        writer = MessageWriter(catalog: try MessageCatalog.embedded(languages: ICULanguageData()))
    }

    private func write(_ name: String, in language: String, minutes: Int = 10) throws -> MessageText {
        writer.write(in: try .sample(name), code: "948372", minutes: minutes, language: LanguageTag(language))
    }

    @Test("the name stands between isolates, so nothing in it can move the code or be moved", arguments: languages)
    func isolates(language: String) throws {
        for name in Self.names {
            let text = try write(name, in: language).text
            #expect(text.contains("\u{2068}\(name)\u{2069}"), "\(name)")
            #expect(text.unicodeScalars.count { $0.properties.isBidiControl } == 2, "\(name)")
        }
    }

    @Test("the code and the minutes have a letter of the text's own between them, and the first letter is one")
    func order() throws {
        for language in Self.languages {
            for minutes in [1, 2, 3, 10, 11, 21, 30] {
                let pieces = try write("Demo", in: language, minutes: minutes).text
                    .replacing("\u{2068}Demo\u{2069}", with: "#").replacing("948372", with: "#")
                    .replacing("\(minutes)", with: "#").split(separator: "#")
                #expect(pieces.allSatisfy(Self.hasOwnLetter), "\(language) \(minutes)")
                let first = pieces.first?.unicodeScalars.first { $0.properties.isAlphabetic }
                #expect(first.map(Self.isOwn) == true, "\(language)")
            }
        }
    }

    @Test("the two marks are counted, and a name from right to left in any other text has them too")
    func cost() throws {
        let arabic = try write("Demo", in: "ar")
        #expect(arabic.units == arabic.text.utf16.count && arabic.encoding == .ucs2)
        let english = try write("متجر 24", in: "en")
        #expect(english.text == "948372 is your \u{2068}متجر 24\u{2069} verification code. Valid for 10 minutes.")
        #expect(english.units == 65)
        #expect(try write("Demo", in: "en").units == 60)
    }

    @Test("a name brings no marks of its own")
    func smuggling() throws {
        let text = try write("\u{2069}\u{202E}evil\u{2066}", in: "he").text
        #expect(text.contains("\u{2068}evil\u{2069}") && text.unicodeScalars.count { $0.properties.isBidiControl } == 2)
    }

    @Test("an app's own text is treated likewise")
    func ownText() throws {
        let style = try MessageStyle.sample("Shop 24", texts: ["ar": "رمز {app}: {code}"])
        let message = writer.write(in: style, code: "948372", minutes: 10, language: LanguageTag("ar"))
        #expect(message.text == "رمز \u{2068}Shop 24\u{2069}: 948372")
    }

    private static func hasOwnLetter(_ text: Substring) -> Bool { text.unicodeScalars.contains(where: isOwn) }

    private static func isOwn(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && (0x590...0x8FF).contains(scalar.value)
    }
}
