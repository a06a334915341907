import PhoneNumbers
import Testing
import VerificationCore

@Suite("Numbers that no person can own")
struct MadeUpNumberTests {
    private let phones = MadeUpPhoneNumbers()

    @Test(
        "a made-up number is a mobile number of its calling code's main region",
        arguments: [
            ("+15555550100", "+15555550100", "US", 1), ("+1 (555) 555-5555", "+15555555555", "US", 1),
            ("+1234567890", "+1234567890", "US", 1), ("+440000000000", "+440000000000", "GB", 44),
            ("+9990000000", "+9990000000", "001", 9),
        ])
    func madeUp(_ text: String, e164: String, region: String, callingCode: Int) throws {
        let number = try phones.parse(text)
        #expect(number == PhoneNumber(e164: e164, region: region, callingCode: callingCode, kind: .mobile))
        let real = try? PlanParser().parse(text)
        #expect(real == nil || real?.kind == .fiction)
        #expect(try phones.parse(number.e164) == number)
    }

    @Test("a number of a numbering plan is read as always", arguments: NumberingPlan.builtIn.regions)
    func real(_ region: String) throws {
        guard let example = NumberingPlan.builtIn.example(region: region, kind: .mobile) else { return }
        let number = try PlanParser().parse(example)
        #expect(try number.kind == .fiction || phones.parse(example) == number)
    }

    @Test(
        "what has not the form of a number stays refused",
        arguments: [
            "", "+", "5555550100", "+123456", "+1234567890123456", "+1555abc0100", "+1+5555550100", "tel:+15555550100",
        ])
    func refused(_ text: String) {
        #expect(throws: PhoneNumberError.self) { try phones.parse(text) }
    }
}
