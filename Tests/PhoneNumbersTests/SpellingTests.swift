import PhoneNumbers
import Testing
import VerificationCore

@Suite("Spellings of one number")
struct SpellingTests {
    private let parser = PlanParser()

    @Test(
        "blanks, dashes, dots, slashes and brackets make no difference",
        arguments: [
            "+4915123456789", "+49 151 23456789", "+49-151-2345-6789", "+49.151.23456789", "+49/151/23456789",
            "+49 (151) 23456789", "(+49) 15123456789", " +4915123456789 ", "+ 49 151 23456789",
        ])
    func punctuation(text: String) throws {
        #expect(try parser.parse(text).e164 == "+4915123456789")
    }

    @Test(
        "marks that nobody sees, other blanks and dashes, and digits of other scripts make no difference",
        arguments: [
            "+٤٩١٥١٢٣٤٥٦٧٨٩", "+۴۹۱۵۱۲۳۴۵۶۷۸۹", "+４９１５１２３４５６７８９", "＋4915123456789", "+४९१५१२३४५६७८९", "⁺⁴⁹¹⁵¹²³⁴⁵⁶⁷⁸⁹",
            "+49151234567８9", "\u{202A}+4915123456789\u{202C}", "\u{202D}+49 151 23456789\u{202C}",
            "\u{2066}+4915123456789\u{2069}", "\u{200E}+49\u{200F}15123456789", "\u{FEFF}+4915123456789",
            "+49\u{200B}15123456789", "+49\u{AD}15123456789", "+49\u{FE0F}15123456789", "+49\u{A0}151\u{2009}23456789",
            "+49\u{3000}151\u{202F}23456789", "+49\u{2011}151\u{2013}23456789", "+49−151—23456789", "+49－151ー23456789",
            "+49（151）23456789", "+49．151／23456789", "+4915123456789\n", "+4915123456789\r\n", "\t+4915123456789",
        ])
    func pasted(text: String) throws {
        #expect(try parser.parse(text).e164 == "+4915123456789")
    }

    @Test(
        "a trunk prefix that people write after the calling code goes, and a zero that belongs to the number stays",
        arguments: [
            ("+49 (0)151 23456789", "+4915123456789"), ("+44 (0)20 7946 0000", "+442079460000"),
            ("+33 (0)6 12 34 56 78", "+33612345678"), ("+39 06 1234 5678", "+390612345678"),
            ("+39 (0)6 1234 5678", "+390612345678"),
        ])
    func trunkPrefix(text: String, e164: String) throws {
        #expect(try parser.parse(text).e164 == e164)
    }

    @Test("the old and the new way to write a Mexican or an Argentine mobile number have one key")
    func formerMobilePrefixes() throws {
        #expect(try parser.parse("+52 1 55 1234 5678") == parser.parse("+52 55 1234 5678"))
        #expect(try parser.parse("+54 11 15 2345 6789") == parser.parse("+54 9 11 2345 6789"))
    }

    @Test("a prefix that the library removes only once per reading is removed until none is left")
    func repeatedPrefix() throws {
        #expect(try parser.parse("+52 1 1 998 870 5309").e164 == "+529988705309")
        // Read once this is a number of Belarus, and read twice none.
        #expect(throws: PhoneNumberError.self) { try parser.parse("+375 8 8 109726244") }
    }

    @Test(
        "every region's mobile number keeps its key however it is punctuated", arguments: NumberingPlan.builtIn.regions)
    func everyRegion(region: String) throws {
        guard let example = NumberingPlan.builtIn.example(region: region, kind: .mobile) else { return }
        let number = try parser.parse(example)
        let separators = [" ", "-", ".", "/", "(", ")", "  ", ""]
        for shift in separators.indices {
            let spelt = example.enumerated().map { index, character in
                "\(character)\(separators[(index + shift) % separators.count])"
            }
            #expect(try parser.parse(spelt.joined()) == number)
        }
    }

    @Test("numbers that are valid stay what they are when they are read again", arguments: 0..<20)
    func readingAgainChangesNothing(seed: UInt64) {
        var digits = Digits(seed: seed)
        let callingCodes = [
            1, 7, 20, 27, 30, 33, 34, 39, 44, 49, 52, 54, 55, 61, 81, 86, 91, 212, 358, 375, 380, 599, 962,
        ]
        for callingCode in callingCodes {
            for length in 6...12 {
                let text = "+\(callingCode)" + digits.next(length)
                guard let number = try? parser.parse(text) else { continue }
                #expect((try? parser.parse(number.e164)) == number, "\(text)")
            }
        }
    }
}
