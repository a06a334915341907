import PhoneNumbers
import Testing
import VerificationCore

@Suite("Numbers that regulators keep for films and books")
struct FictionTests {
    private let parser = PlanParser()

    @Test(
        "a number of such a range is read as one that nobody can own, whether the plan has it or not",
        arguments: [
            ("+1 555 555 0100", "US"), ("+1 555 555 0199", "US"), ("+1 415 555 0123", "US"), ("+1 876 555 0150", "JM"),
            ("+1 604 555 0123", "CA"), ("+1 369 555 0123", "US"), ("+44 7700 900 123", "GB"),
            ("+44 20 7946 0958", "GB"),
            ("+44 (0)113 496 0999", "GB"), ("+44 121 496 0000", "GB"), ("+44 191 498 0123", "GB"),
            ("+44 28 9649 6123", "GB"), ("+44 29 2018 0123", "GB"), ("+44 1632 960 123", "GB"),
            ("+44 808 157 0123", "GB"),
            ("+44 909 879 0123", "GB"), ("+44 3069 990 123", "GB"), ("+33 1 99 00 12 34", "FR"),
            ("+33 (0)6 39 98 12 34", "FR"), ("+33 5 36 49 00 00", "FR"), ("+353 20 910 0123", "IE"),
            ("+61 2 5550 1234", "AU"), ("+61 8 7010 1234", "AU"), ("+61 491 570 006", "AU"), ("+61 1800 160 401", "AU"),
            ("+61 1300 975 711", "AU"), ("+46 70 174 06 05", "SE"), ("+46 70 174 06 99", "SE"),
            ("+46 8 465 004 12", "SE"),
            ("+46 980 319 299", "SE"), ("+49 171 3920012", "DE"), ("+49 176 04069012", "DE"),
            ("+49 (0)152 28817386", "DE"), ("+49 174 9091317", "DE"), ("+49 30 23125 123", "DE"),
            ("+49 89 99998 765", "DE"),
        ])
    func fiction(text: String, region: String) throws {
        let number = try parser.parse(text)
        #expect(number.kind == .fiction && number.region == region)
        #expect(try parser.parse(number.e164) == number)
        #expect(!number.kind.cannotGetSMS)
    }

    /// As several people have copied ACMA's list of mobile numbers, independently of each other.
    @Test("each of ACMA's mobile numbers is one, and there are thirty")
    func acma() throws {
        let listed = """
            570006 570156 570157 570158 570159 570110 570313 570737 571266 571491 571804 572549 572665 572983 573770 573087
            574118 574632 575254 575789 576398 576801 577426 577644 578957 578148 578888 579212 579760 579455
            """.split(whereSeparator: \.isWhitespace)
        #expect(listed.count == 30)
        for number in listed { #expect(try parser.parse("+61491\(number)").kind == .fiction, "\(number)") }
        let found = (570_000..<580_000).filter { (try? parser.parse("+61491\($0)").kind) == .fiction }
        #expect(found.map(String.init) == listed.map(String.init).sorted())
    }

    @Test(
        "a number beside such a range is what the plan says",
        arguments: [
            "+1 415 555 0099", "+1 415 555 0200", "+1 415 554 0123", "+44 7700 100 123", "+44 20 7945 0958",
            "+33 6 39 97 12 34", "+61 2 5551 1234", "+46 70 174 06 04", "+46 70 174 07 00",
            "+61 491 578 212", "+44 3069 991 000", "+44 3069 980 000", "+49 171 3921012", "+49 152 28817387",
            "+49 30 23126 123",
        ])
    func beside(text: String) {
        let number = try? parser.parse(text)
        #expect(number?.kind != .fiction)
    }

    @Test(
        "an app without the number as a test number refuses it by a reason of its own, also where it sends everywhere")
    func refused() throws {
        let number = try parser.parse("+1 555 555 0100")
        let rules = SendingRules.standard
        #expect(rules.refusal(of: number, isTestNumber: false, isBlocked: false) == .fictionalNumber)
        #expect(rules.refusal(of: number, isTestNumber: true, isBlocked: false) == nil)
    }
}
