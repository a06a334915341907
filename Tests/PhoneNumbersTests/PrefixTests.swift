import PhoneNumbers
import Testing
import VerificationCore

@Suite("Regions and prefixes that share a calling code")
struct PrefixTests {
    private let parser = PlanParser()

    @Test(
        "the region is that of the whole prefix, and the prefix for limits tells it from its neighbours",
        arguments: [
            ("+1 212 555 2123", "US", "1-212"), ("+1 415 555 2123", "US", "1-415"), ("+1 613 555 2123", "CA", "1-613"),
            ("+1 876 210 1234", "JM", "1-876"), ("+1 658 210 1234", "JM", "1-658"), ("+1 242 359 1234", "BS", "1-242"),
            ("+1 787 234 5678", "PR", "1-787"), ("+1 809 234 5678", "DO", "1-809"), ("+1 671 300 1234", "GU", "1-671"),
            ("+7 912 345 6789", "RU", "7-RU"), ("+7 771 000 9998", "KZ", "7-KZ"), ("+7 701 234 5678", "KZ", "7-KZ"),
            ("+44 7400 123456", "GB", "44-GB"), ("+44 7797 712345", "JE", "44-JE"), ("+44 7781 123456", "GG", "44-GG"),
            ("+44 7624 123456", "IM", "44-IM"), ("+49 151 23456789", "DE", "49-DE"),
            ("+358 41 2345678", "FI", "358-FI"),
            ("+262 639 012345", "YT", "262-YT"), ("+881 612 345 678", "001", "881-001"),
        ])
    func known(text: String, region: String, prefix: String) throws {
        let number = try parser.parse(text)
        #expect(number.region == region)
        #expect(number.prefix == prefix)
    }

    @Test("the mobile and the fixed-line example of every region in +1 belong to it and to one of its area codes")
    func northAmerica() throws {
        var owner: [String: String] = [:]
        let regions = NumberingPlan.builtIn.regions(ofCallingCode: 1)
        #expect(regions.count == 25)
        for region in regions {
            for kind in [PhoneNumber.Kind.mobile, .fixedLine] {
                let example = try #require(NumberingPlan.builtIn.example(region: region, kind: kind))
                let number = try parser.parse(example)
                #expect(number.region == region)
                #expect(number.prefix == "1-" + example.dropFirst(2).prefix(3))
                #expect(owner.updateValue(region, forKey: number.prefix) ?? region == region)
            }
        }
        #expect(owner.count >= regions.count)
    }

    @Test("no area code of +1 whose numbers are served belongs to two regions")
    func areaCodesHaveOneRegion() {
        var random = Digits(seed: 1)
        var regions: [String: Set<String>] = [:]
        for areaCode in 200...999 {
            for exchange in 2...9 {
                for _ in 0..<4 {
                    let text = "+1\(areaCode)\(exchange)" + random.next(6)
                    guard let number = try? parser.parse(text), !number.kind.cannotGetSMS else { continue }
                    regions[number.prefix, default: []].insert(number.region)
                }
            }
        }
        #expect(regions.count > 350)
        for (prefix, regions) in regions { #expect(regions.count == 1, "\(prefix): \(regions)") }
    }

    @Test("a prefix belongs to one region, and holds no more digits of the number than an area code")
    func everyRegion() throws {
        var owner: [String: String] = [:]
        for region in NumberingPlan.builtIn.regions {
            for kind in PhoneNumber.Kind.allCases {
                guard let example = NumberingPlan.builtIn.example(region: region, kind: kind) else { continue }
                let number = try parser.parse(example)
                #expect(owner.updateValue(number.region, forKey: number.prefix) ?? number.region == number.region)
                #expect(number.prefix.utf8.count <= 6)
            }
        }
        #expect(owner.count > 230)
    }

    @Test("territories that have their mobile numbers from a neighbour's ranges count as the neighbour")
    func sharedRanges() throws {
        for (region, neighbour) in [
            ("AX", "FI"), ("BL", "GP"), ("CC", "AU"), ("CX", "AU"), ("EH", "MA"), ("IM", "GB"), ("MF", "GP"),
            ("SJ", "NO"),
            ("VA", "IT"),
        ] {
            let example = try #require(NumberingPlan.builtIn.example(region: region, kind: .mobile))
            #expect(try parser.parse(example).region == neighbour)
        }
    }

    @Test("a number that is too short for an area code still has a prefix")
    func short() {
        #expect(PhoneNumber(e164: "+12", region: "US", callingCode: 1, kind: .mobile).prefix == "1-2")
        #expect(PhoneNumber(e164: "", region: "US", callingCode: 1, kind: .mobile).prefix == "1-")
    }
}
