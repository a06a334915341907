import PhoneNumbers
import Testing
import VerificationCore

@Suite("Which numbers are served")
struct ServedKindsTests {
    private let parser = PlanParser()

    @Test(
        "numbers that cost the caller or that no SMS reaches are refused",
        arguments: [
            ("+1 900 555 2123", PhoneNumber.Kind.premiumRate), ("+44 909 8791 123", .premiumRate),
            ("+979 123 456 789", .premiumRate), ("+808 1234 5678", .sharedCost), ("+49 180 1234567", .sharedCost),
            ("+44 7640 123456", .pager), ("+49 30 123456", .fixedLine), ("+44 121 234 5678", .fixedLine),
            ("+1 268 460 1234", .fixedLine), ("+1 800 234 5678", .tollFree), ("+800 1234 5678", .tollFree),
            ("+44 55 1234 5678", .universalAccess), ("+888 1234 5678 901", .universalAccess),
            ("+49 177 99 1234567", .voicemail), ("+44 70 1234 5678", .personal), ("+1 500 234 5678", .personal),
        ])
    func refused(text: String, kind: PhoneNumber.Kind) throws {
        let number = try parser.parse(text)
        #expect(number.kind == kind)
        #expect(number.kind.cannotGetSMS)
    }

    @Test(
        "numbers of satellites, ships and services of no country are refused",
        arguments: [
            "+881 612 345 678", "+881 8 1234 5678", "+870 301 234 567", "+870 773 111 632", "+882 34 2 1234",
            "+882 16 1234 5678", "+883 5100 1234 5", "+883 5100 0123 4567", "+878 10 1234 5678 90",
        ])
    func noCountry(text: String) throws {
        let number = try parser.parse(text)
        #expect(number.region == "001")
        #expect(number.kind.cannotGetSMS)
        #expect(number.kind == .nonGeographic)
    }

    @Test(
        "no number whatever under a calling code of no country is served",
        arguments: NumberingPlan.builtIn.globalCallingCodes)
    func nothingOfNoCountry(callingCode: Int) {
        var random = Digits(seed: UInt64(callingCode))
        var read = 0
        for round in 0..<4_000 {
            // Numbers under 882 and 883 go on with a network's, which a number by chance seldom hits.
            let network = callingCode == 883 ? "5100" : ""
            let text = "+\(callingCode)\(network)" + random.next(5 + round % 8)
            guard let number = try? parser.parse(text) else { continue }
            #expect(number.kind.cannotGetSMS, "\(text) is \(number.kind)")
            read += 1
        }
        #expect(read > 0)
    }

    @Test("every region's examples of refused kinds are refused, and of no region's mobile number this is so")
    func everyRegion() throws {
        for region in NumberingPlan.builtIn.regions {
            for kind in PhoneNumber.Kind.allCases {
                guard let example = NumberingPlan.builtIn.example(region: region, kind: kind) else { continue }
                let number = try parser.parse(example)
                // Where mobile and fixed lines share their digits the fixed line is served as well.
                guard kind != .fixedLineOrMobile, number.kind != .fixedLineOrMobile, number.kind != .fiction else {
                    continue
                }
                #expect(number.kind.cannotGetSMS == kind.cannotGetSMS, "\(example) of \(region) is \(number.kind)")
            }
        }
    }

    @Test(
        "people's numbers are served",
        arguments: [
            ("+49 151 23456789", PhoneNumber.Kind.mobile), ("+44 7400 123456", .mobile), ("+1 876 210 1234", .mobile),
            ("+7 771 000 9998", .mobile), ("+1 415 555 2123", .fixedLineOrMobile), ("+44 56 1234 5678", .voip),
        ])
    func served(text: String, kind: PhoneNumber.Kind) throws {
        let number = try parser.parse(text)
        #expect(number.kind == kind)
        #expect(!number.kind.cannotGetSMS)
    }
}
