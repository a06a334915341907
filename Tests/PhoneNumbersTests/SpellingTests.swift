import PhoneNumbers
import Testing
import VerificationCore

@Suite("Spellings of one number")
struct SpellingTests {
    private let parser = LibPhoneNumber()

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
        #expect(throws: PhoneNumberProblem.self) { try parser.parse("+375 8 8 109726244") }
    }

    @Test("every region's mobile number keeps its key however it is punctuated", arguments: NumberingPlan.regions)
    func everyRegion(region: String) throws {
        guard let example = NumberingPlan.example(region: region, kind: .mobile) else { return }
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
