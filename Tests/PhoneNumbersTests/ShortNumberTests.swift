import PhoneNumbers
import Testing
import VerificationCore

@Suite("Emergency and short numbers")
struct ShortNumberTests {
    private let parser = PlanParser()

    @Test(
        "emergency numbers are no international numbers, and with a calling code they are too short",
        arguments: ["112", "911", "999", "110", "000", "+112", "+911", "+999", "+49112", "+1911", "+44 999", "+61 000"])
    func emergency(text: String) {
        #expect(throws: PhoneNumberError.self) { try parser.parse(text) }
    }

    @Test("no number of one to three digits after a region's calling code exists", arguments: callingCodes)
    func upToThreeDigits(callingCode: Int) {
        for number in 0..<1_000 {
            for spelling in ["\(number)", "0\(number)", "00\(number)"] where spelling.utf8.count <= 3 {
                #expect(throws: PhoneNumberError.self) { try parser.parse("+\(callingCode)\(spelling)") }
            }
        }
    }

    @Test("the library's own short number of each region is none of its plan")
    func shortExamples() throws {
        var examples = 0
        for region in NumberingPlan.builtIn.regions {
            guard let example = NumberingPlan.builtIn.shortExample(region: region) else { continue }
            #expect(throws: PhoneNumberError.self, "\(region)") { try parser.parse(example) }
            examples += 1
        }
        #expect(examples > 200)
        #expect(NumberingPlan.builtIn.shortExample(region: "US") == "+1112")
        #expect(NumberingPlan.builtIn.shortExample(region: "XX") == nil)
    }

    private static let callingCodes = (1...999).filter { !NumberingPlan.builtIn.regions(ofCallingCode: $0).isEmpty }
}
