import PhoneNumbers
import Testing
import VerificationCore

@Suite("Numbers that are refused")
struct BadNumberTests {
    private let parser = PlanParser()

    @Test(
        "a form that we do not read is malformed",
        arguments: [
            "", " ", "+", "()", "+()", "-",
            "4915123456789", "015123456789", "004915123456789", "0114915123456789", "112", "911",
            "++4915123456789", "+49+15123456789", "49+15123456789", "+4915123456789+",
            "+4915123456789;ext=5", "+4915123456789x5", "+4915123456789 ext. 5", "+4915123456789#5", "+4915123456789,5",
            "+1 800 FLOWERS", "tel:+4915123456789", "sip:+4915123456789@example.org", "Tel. +4915123456789",
            "+49*15123456789", "+49_15123456789", "+49[151]23456789", "+49'15123456789", "%2B4915123456789",
            "null", "1e10", "{}", "💥", "+491512345678²", "+49 151 234567①",
        ])
    func malformed(text: String) {
        #expect(throws: PhoneNumberError.malformed) { try parser.parse(text) }
    }

    @Test(
        "control characters and accents are malformed",
        arguments: [
            "+4\u{0301}915123456789", "+49\u{0}15123456789", "+4915123456789\u{0}", "+49\u{7F}15123456789",
            "+49\u{1B}15123456789", "+49\u{FFFC}15123456789",
        ])
    func hiddenCharacters(text: String) {
        #expect(throws: PhoneNumberError.malformed) { try parser.parse(text) }
    }

    @Test("no character inserted into a number gives that number a second key")
    func noSecondKey() throws {
        let number = try parser.parse("+4915123456789")
        for scalar in (UInt32(0)...0x1_FFFF).compactMap(Unicode.Scalar.init) {
            // A digit more, in whatever script, is another number.
            if scalar.properties.generalCategory == .decimalNumber { continue }
            let read = try? parser.parse("+4915" + String(Character(scalar)) + "123456789")
            #expect(read == nil || read == number, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("more than 256 bytes are malformed, even if they are nearly all blanks or marks")
    func overlong() throws {
        let padding = String(repeating: " ", count: 256 - "+4915123456789".count)
        #expect(try parser.parse("+4915123456789" + padding).e164 == "+4915123456789")
        #expect(throws: PhoneNumberError.malformed) { try parser.parse("+4915123456789 " + padding) }
        let marks = String(repeating: "\u{200B}", count: 350_000)
        #expect(throws: PhoneNumberError.malformed) { try parser.parse("+4915123456789" + marks) }
        let digits = "+" + String(repeating: "1", count: 200)
        #expect(throws: PhoneNumberError.malformed) { try parser.parse(digits) }
    }

    @Test(
        "too few digits",
        arguments: ["+1", "+12", "+49", "+123456", "+1415555", "+1 415 555 012", "+112", "+911", "+49112", "+49110"])
    func tooShort(text: String) {
        #expect(throws: PhoneNumberError.tooShort) { try parser.parse(text) }
    }

    @Test(
        "too many digits",
        arguments: [
            "+14155550123456", "+1234567890123456", "+33612345678901234", "+491512345678901234",
            "+" + String(repeating: "1", count: 63),
        ])
    func tooLong(text: String) {
        #expect(throws: PhoneNumberError.tooLong) { try parser.parse(text) }
    }

    @Test(
        "of 1, 6, 7, 15, 16 and 200 digits each is what its numbering plan says",
        arguments: [
            ("+4", PhoneNumberError.tooShort), ("+141555", .tooShort), ("+1415555", .tooShort),
            ("+491511", .impossible), ("+4915112", .impossible), ("+141555501231234", .tooLong),
            ("+1415555012312345", .tooLong), ("+491511234567890", .impossible), ("+4915112345678901", .impossible),
            ("+" + String(repeating: "4", count: 200), .malformed),
        ])
    func lengths(text: String, problem: PhoneNumberError) {
        #expect(throws: problem) { try parser.parse(text) }
    }

    @Test("numbers of 7 and of 15 digits exist, and none that keeps 16")
    func shortestAndLongest() throws {
        #expect(try parser.parse("+690 7290").e164 == "+6907290")
        #expect(try parser.parse("+878 10 1234 5678 90").e164 == "+878101234567890")
        var random = Digits(seed: 16)
        for callingCode in 1...999 {
            let text = "+\(callingCode)" + random.next(16 - "\(callingCode)".utf8.count)
            // A trunk prefix may go, as in `+49 0 …`, which leaves fewer.
            guard let number = try? parser.parse(text) else { continue }
            #expect(number.e164.utf8.count <= 16 && number.e164 != text)
        }
    }

    @Test("a calling code is assigned or refused, whatever follows it")
    func everyCallingCode() {
        var random = Digits(seed: 8)
        for callingCode in 100...999 where !Self.isAssigned(callingCode) {
            for length in 4...12 {
                let text = "+\(callingCode)" + random.next(length)
                #expect(throws: PhoneNumberError.unknownCallingCode) { try parser.parse(text) }
            }
        }
    }

    /// Whether this or its first one or two digits are a calling code.
    private static func isAssigned(_ callingCode: Int) -> Bool {
        [callingCode, callingCode / 10, callingCode / 100].contains {
            !NumberingPlan.builtIn.regions(ofCallingCode: $0).isEmpty
        }
    }

    @Test(
        "calling codes that nobody has", arguments: ["+0123456789", "+014155550123", "+21012345678", "+999123456789"])
    func unknownCallingCode(text: String) {
        #expect(throws: PhoneNumberError.unknownCallingCode) { try parser.parse(text) }
    }

    @Test(
        "the right length but no such number",
        arguments: ["+1 012 555 0123", "+1 415 055 0123", "+1 242 555 2123", "+33 000000000", "+49 151 0000"])
    func impossible(text: String) {
        #expect(throws: PhoneNumberError.impossible) { try parser.parse(text) }
    }

    @Test("no problem tells the number it is about")
    func problemsTellNothing() {
        for problem in PhoneNumberError.allCases {
            #expect(!"\(problem)".contains { $0.isNumber })
        }
    }
}
