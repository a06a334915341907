import Testing
import VerificationCore
import VerificationTesting

@Suite("Numbers and codes as people paste them")
struct PastedTextTests {
    @Test(
        "a code is read through marks, blanks and dashes, and in the digits of every script",
        arguments: [
            "482913", "482 913", "482-913", " 482913\n", "482913\r\n", "\t482913", "4 8 2 9 1 3", "482\u{200B}913",
            "\u{202A}482913\u{202C}", "\u{2066}482913\u{2069}", "\u{200E}482913\u{200F}", "\u{FEFF}482913",
            "482\u{00AD}913", "482\u{2060}913", "482\u{180E}913", "482\u{A0}913", "482\u{2009}913", "482\u{202F}913",
            "482\u{3000}913", "482\u{2011}913", "482–913", "482—913", "482\u{2212}913", "482－913", "482ー913",
            "４８２９１３", "４８２ ９１３", "٤٨٢٩١٣", "۴۸۲۹۱۳", "४८२९१३", "๔๘๒๙๑๓", "𝟒𝟖𝟐𝟗𝟏𝟑", "⁴⁸²⁹¹³", "④⑧②⑨①③",
            "4️⃣8️⃣2️⃣9️⃣1️⃣3️⃣",
        ])
    func code(text: String) {
        #expect(CodeRecipe.code(typed: text) == "482913")
    }

    @Test(
        "letters, other signs, too few and too many digits are no code",
        arguments: [
            "", " ", "-", "123", "1-2-3", "12345678901", "48291a", "482913.", "482,913", "+482913", "#482913",
            "G-482913", "４８２９１Ａ", "四八二九一三", "48\u{301}2913", "482913\u{0}", "⑩⑩⑩", "48291³", "½½½½",
        ])
    func noCode(text: String) {
        #expect(CodeRecipe.code(typed: text) == nil)
    }

    @Test("a text of more than 256 bytes is not looked at, whatever it holds")
    func bound() {
        let marks = { (count: Int) in String(repeating: "\u{200B}", count: count) }
        #expect(CodeRecipe.code(typed: "4829" + marks(84)) == "4829")
        #expect(CodeRecipe.code(typed: "4829" + marks(85)) == nil)
        #expect(PastedText.international("+49151" + String(repeating: " ", count: 250)) == "+49151")
        #expect(PastedText.international("+49151" + String(repeating: " ", count: 251)) == nil)
        #expect(PastedText.plain(marks(350_000)) == nil)
    }

    @Test("all of Unicode's digits count for what they are worth, and all of its dashes, blanks and marks for nothing")
    func everyCharacter() {
        let dashes: Set<UInt32> = [0x2D7, 0x2043, 0x207B, 0x208B, 0x2212, 0x30FC, 0xFF70]
        for scalar in (UInt32(0)...0x10_FFFF).lazy.compactMap({ Unicode.Scalar($0) }) {
            let properties = scalar.properties
            let isNothing =
                properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar.value == 0x20E3
                || properties.generalCategory == .dashPunctuation && ![0x301C, 0x3030].contains(scalar.value)
                || dashes.contains(scalar.value)
            var expected = isNothing ? "482913" : nil
            if properties.generalCategory == .decimalNumber {
                expected = "482\(Int(properties.numericValue ?? -1))913"
            }
            guard CodeRecipe.code(typed: "482" + String(scalar) + "913") != expected else { continue }
            Issue.record("U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("folding once more changes nothing", arguments: 0..<40)
    func idempotent(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let text = random.pasted(upTo: 40)
            guard let plain = PastedText.plain(text) else { continue }
            #expect(PastedText.plain(plain) == plain, "seed \(seed)")
            if let number = PastedText.international(text) {
                #expect(PastedText.international(number) == number, "seed \(seed)")
            }
            if let code = CodeRecipe.code(typed: text) { #expect(CodeRecipe.code(typed: code) == code, "seed \(seed)") }
        }
    }

    @Test("a disguise never changes the digits, so codes that differ never become one", arguments: 0..<40)
    func disguised(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let digits = (0..<Int.random(in: 4...10, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
            let code = digits.map(String.init).joined()
            #expect(CodeRecipe.code(typed: random.disguise(digits)) == code, "seed \(seed)")
        }
    }

    @Test(
        "two numbers are never read as one",
        arguments: [
            ",", ";", " / +", "\n+", " ＋", "\u{200B}+", "⁺", " or ", " ext. ", "#", "x", "~", "、", "|", "&", "*", "·",
        ])
    func twoNumbers(between: String) {
        #expect(PastedText.international("+493012345" + between + "493012346") == nil)
    }

    @Test("a footnote's digit and a fraction join no number", arguments: ["²", "₁", "①", "⑫", "½", "⅓", "㉑"])
    func footnote(mark: String) {
        #expect(PastedText.international("+49 30 1234" + mark) == nil)
    }
}

extension SeededRandom {
    /// A text of digits, marks and signs such as people paste, and of anything else.
    fileprivate mutating func pasted(upTo count: Int) -> String {
        let kinds: [[Unicode.Scalar]] = [
            Array("0123456789+".unicodeScalars), Self.nothing, Self.zeros, ["a", "²", "，"],
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            let kind = kinds[Int.random(in: 0..<kinds.count, using: &self)]
            text.append(kind[Int.random(in: 0..<kind.count, using: &self)])
        }
        return String(text)
    }

    /// The same digits in other scripts, with marks, blanks and dashes between them.
    fileprivate mutating func disguise(_ digits: [Int]) -> String {
        var text = String.UnicodeScalarView()
        for digit in digits {
            for _ in 0..<Int.random(in: 0...3, using: &self) {
                text.append(Self.nothing[Int.random(in: 0..<Self.nothing.count, using: &self)])
            }
            let zero = Self.zeros[Int.random(in: 0..<Self.zeros.count, using: &self)]
            if let scalar = Unicode.Scalar(zero.value + UInt32(digit)) { text.append(scalar) }
        }
        return String(text)
    }

    private static let nothing: [Unicode.Scalar] = [
        " ", "-", "\n", "\t", "\u{200B}", "\u{200E}", "\u{202E}", "\u{2067}", "\u{FEFF}", "\u{FE0F}", "\u{AD}",
        "\u{A0}",
        "\u{2013}", "\u{2212}", "\u{3000}", "\u{E0101}",
    ]
    /// The zeros of some scripts.
    private static let zeros: [Unicode.Scalar] = ["0", "0", "０", "٠", "۰", "०", "๐", "\u{1D7CE}"]
}
