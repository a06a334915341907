import PhoneNumbers
import Testing
import VerificationCore

/// Ranges that regulators opened since 2022, and a form that one of them closed.
@Suite("Ranges of the last years")
struct NewRangesTests {
    private let parser = PlanParser()

    @Test(
        "mobile ranges that are new are read",
        arguments: [
            ("+229 01 61 23 45 67", "BJ"), ("+1 369 556 0123", "US"), ("+1 472 556 0123", "US"),
            ("+1 975 556 0123", "US"),
            ("+1 235 556 0123", "US"), ("+971 53 123 4567", "AE"), ("+251 71 123 4567", "ET"),
            ("+233 53 123 4567", "GH"),
            ("+260 57 123 4567", "ZM"), ("+221 71 012 34 56", "SN"), ("+221 75 123 45 67", "SN"),
            ("+228 71 12 34 56", "TG"),
            ("+53 63 123456", "CU"), ("+81 60 1234 5678", "JP"), ("+254 107 123456", "KE"), ("+234 707 123 4567", "NG"),
        ])
    func new(text: String, region: String) throws {
        let number = try parser.parse(text)
        #expect(number.region == region && !number.kind.cannotGetSMS)
    }

    @Test("Benin's former form is no number any more, and the zero of the new one stays")
    func benin() throws {
        #expect(throws: PhoneNumberError.self) { try parser.parse("+229 61 23 45 67") }
        #expect(try parser.parse("+229 01 61 23 45 67").e164 == "+2290161234567")
    }

    @Test("prefixes that plans dropped, and people still have in their contacts, still go")
    func former() throws {
        #expect(try parser.parse("+52 1 55 1234 5678").e164 == "+525512345678")
        #expect(try parser.parse("+52 044 55 1234 5678").e164 == "+525512345678")
        #expect(try parser.parse("+998 8 90 123 45 67").e164 == "+998901234567")
    }
}
