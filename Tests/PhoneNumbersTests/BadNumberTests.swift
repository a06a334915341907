import PhoneNumbers
import Testing
import VerificationCore

@Suite("Numbers that are refused")
struct BadNumberTests {
    private let parser = LibPhoneNumber()

    @Test(
        "a form that we do not read is malformed",
        arguments: [
            "", " ", "+", "()", "+()", "-",
            "4915123456789", "015123456789", "004915123456789", "0114915123456789", "112", "911",
            "++4915123456789", "+49+15123456789", "49+15123456789", "+4915123456789+",
            "+4915123456789;ext=5", "+4915123456789x5", "+4915123456789 ext. 5", "+4915123456789#5", "+4915123456789,5",
            "+1 800 FLOWERS", "tel:+4915123456789", "sip:+4915123456789@example.org", "Tel. +4915123456789",
            "+49*15123456789", "+49_15123456789", "+49[151]23456789", "+49'15123456789", "%2B4915123456789",
            "null", "1e10", "{}", "💥", "+49151234567８9",
        ])
    func malformed(text: String) {
        #expect(throws: PhoneNumberProblem.malformed) { try parser.parse(text) }
    }

    @Test(
        "digits of other scripts, direction marks, zero-width and control characters are malformed",
        arguments: [
            "+٤٩١٥١٢٣٤٥٦٧٨٩", "+۴۹۱۵۱۲۳۴۵۶۷۸۹", "+４９１５１２３４５６７８９", "＋4915123456789", "+४९१५१२३४५६७८९",
            "+49\u{202E}15123456789", "\u{202E}+4915123456789", "+49\u{2066}15123456789", "+49\u{200B}15123456789",
            "+49\u{200D}15123456789", "+49\u{FEFF}15123456789", "+49\u{00AD}15123456789", "+49\u{00A0}15123456789",
            "+49\u{2013}15123456789", "+4\u{0301}915123456789", "+49\u{0}15123456789", "+4915123456789\u{0}",
            "+4915123456789\n", "+4915123456789\r\n", "\t+4915123456789", "+49\u{7F}15123456789",
            "+49\u{85}15123456789",
        ])
    func hiddenCharacters(text: String) {
        #expect(throws: PhoneNumberProblem.malformed) { try parser.parse(text) }
    }

    @Test("no character inserted into a number gives that number a second key")
    func noSecondKey() throws {
        let number = try parser.parse("+4915123456789")
        for scalar in (UInt32(0)...0x1_FFFF).compactMap(Unicode.Scalar.init) where !("0"..."9").contains(scalar) {
            let read = try? parser.parse("+4915" + String(Character(scalar)) + "123456789")
            #expect(read == nil || (scalar.isASCII && read == number), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("more than 64 characters are malformed, even if they are nearly all blanks")
    func overlong() throws {
        let padding = String(repeating: " ", count: 64 - "+4915123456789".count)
        #expect(try parser.parse("+4915123456789" + padding).e164 == "+4915123456789")
        #expect(throws: PhoneNumberProblem.malformed) { try parser.parse("+4915123456789 " + padding) }
        let digits = "+" + String(repeating: "1", count: 200)
        #expect(throws: PhoneNumberProblem.malformed) { try parser.parse(digits) }
    }

    @Test(
        "too few digits",
        arguments: ["+1", "+12", "+49", "+123456", "+1415555", "+1 415 555 012", "+112", "+911", "+49112", "+49110"])
    func tooShort(text: String) {
        #expect(throws: PhoneNumberProblem.tooShort) { try parser.parse(text) }
    }

    @Test(
        "too many digits",
        arguments: [
            "+14155550123456", "+1234567890123456", "+33612345678901234", "+491512345678901234",
            "+" + String(repeating: "1", count: 63),
        ])
    func tooLong(text: String) {
        #expect(throws: PhoneNumberProblem.tooLong) { try parser.parse(text) }
    }

    @Test(
        "calling codes that nobody has", arguments: ["+0123456789", "+014155550123", "+21012345678", "+999123456789"])
    func unknownCallingCode(text: String) {
        #expect(throws: PhoneNumberProblem.unknownCallingCode) { try parser.parse(text) }
    }

    @Test(
        "the right length but no such number",
        arguments: ["+1 012 555 0123", "+1 415 055 0123", "+1 242 555 0123", "+33 000000000", "+49 151 0000"])
    func impossible(text: String) {
        #expect(throws: PhoneNumberProblem.impossible) { try parser.parse(text) }
    }

    @Test(
        "numbers that cost the caller or get no SMS are read as what they are",
        arguments: [
            ("+1 900 555 0123", PhoneNumber.Kind.premiumRate), ("+979 123 456 789", .premiumRate),
            ("+808 1234 5678", .sharedCost), ("+49 180 1234567", .sharedCost), ("+49 30 123456", .fixedLine),
            ("+44 7640 123456", .pager), ("+800 1234 5678", .tollFree), ("+44 56 1234 5678", .voip),
        ])
    func kinds(text: String, kind: PhoneNumber.Kind) throws {
        #expect(try parser.parse(text).kind == kind)
    }

    @Test("satellite and maritime numbers belong to no country, so no app's list of regions holds them")
    func noCountry() throws {
        for text in ["+881 612 345 678", "+870 301 234 567", "+882 34 2 1234"] {
            #expect(try parser.parse(text).region == "001")
        }
    }

    @Test("no problem tells the number it is about")
    func problemsTellNothing() {
        for problem in PhoneNumberProblem.allCases {
            #expect(!"\(problem)".contains { $0.isNumber })
        }
    }
}
