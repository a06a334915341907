import Testing
import VerificationCore

@Suite("Comparing codes")
struct CodeComparisonTests {
    @Test("codes are equal only when every digit is", arguments: [("", ""), ("0", "0"), ("012345", "012345")])
    func equal(left: String, right: String) {
        #expect(CodeComparison.areEqual(left, right))
    }

    @Test(
        "whatever differs is wrong: a digit, a length, a digit of another script",
        arguments: [
            ("012345", "112345"), ("012345", "012344"), ("012345", "01234"), ("01234", "012345"), ("", "0"),
            ("012345", "12345"), ("1234", "१२३४"), ("1234", "１２３４"), ("0", "\u{0}"), ("12 34", "1234"),
        ])
    func different(left: String, right: String) {
        #expect(!CodeComparison.areEqual(left, right))
        #expect(!CodeComparison.areEqual(right, left))
    }

    @Test("strings that Swift calls equal are different codes when their bytes differ")
    func bytes() {
        #expect("\u{E9}" == "e\u{301}")
        #expect(!CodeComparison.areEqual("\u{E9}", "e\u{301}"))
    }
}

@Suite("Base64")
struct Base64Tests {
    @Test("reads back what it wrote, of every length", arguments: 0..<70)
    func roundTrip(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
        let text = Base64.encodeForURL(bytes)
        #expect(!text.contains { "+/=".contains($0) })
        #expect(Base64.decode(text) == bytes)
    }

    @Test("reads both alphabets, padded and not", arguments: ["+/8=", "-_8=", "+/8", "-_8"])
    func alphabets(text: String) {
        #expect(Base64.decode(text) == [0xFB, 0xFF])
    }

    @Test("refuses what is no Base64", arguments: ["A", "AB*D", "A B C", "ÄÖÜß"])
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
