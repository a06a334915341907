import PhoneNumbers
import Testing
import VerificationCore

/// Real input: the examples that the plan holds for every region of the world.
@Suite("Example numbers of every region")
struct ExampleNumberTests {
    private let parser = PlanParser()

    @Test("the plans hold the whole world")
    func plansHoldTheWorld() {
        #expect(NumberingPlan.builtIn.regions.count > 240)
        #expect(NumberingPlan.builtIn.regions.contains("US") && NumberingPlan.builtIn.regions.contains("KZ"))
        #expect(NumberingPlan.builtIn.globalCallingCodes.contains(881))
        #expect(NumberingPlan.builtIn.regions(ofCallingCode: 1).first == "US")
        #expect(NumberingPlan.builtIn.regions(ofCallingCode: 999).isEmpty)
        #expect(NumberingPlan.builtIn.regions(ofCallingCode: .max).isEmpty)
    }

    @Test(
        "every region's example of every kind is read as that number, kind and region",
        arguments: NumberingPlan.builtIn.regions
    )
    func everyExampleIsRead(region: String) throws {
        var examples = 0
        for kind in PhoneNumber.Kind.allCases {
            guard let example = NumberingPlan.builtIn.example(region: region, kind: kind) else { continue }
            let number = try parser.parse(example)
            #expect(number.e164 == example)
            #expect(example.hasPrefix("+\(number.callingCode)"))
            // The example of the United States is one that nobody can own.
            let isKind = number.kind == .fiction || kinds(readFor: kind).contains(number.kind)
            #expect(isKind, "\(example) is \(number.kind), not \(kind)")
            #expect(try parser.parse(number.e164) == number)
            expectRegion(of: number, from: region)
            examples += 1
        }
        #expect(examples > 0)
    }

    @Test(
        "the examples under calling codes of no country belong to region 001",
        arguments: NumberingPlan.builtIn.globalCallingCodes)
    func globalExamplesAreRead(callingCode: Int) throws {
        let example = try #require(NumberingPlan.builtIn.example(globalCallingCode: callingCode))
        let number = try parser.parse(example)
        #expect(number.e164 == example)
        #expect(number.callingCode == callingCode)
        #expect(number.region == "001")
    }

    @Test("a region or calling code that does not exist has no example")
    func nothingForNowhere() {
        #expect(NumberingPlan.builtIn.example(region: "XX", kind: .mobile) == nil)
        #expect(NumberingPlan.builtIn.example(region: "", kind: .mobile) == nil)
        #expect(NumberingPlan.builtIn.example(globalCallingCode: 49) == nil)
        #expect(NumberingPlan.builtIn.example(globalCallingCode: .min) == nil)
    }

    @Test("many tasks reading all examples at once get the answers that one task gets")
    func concurrentReadersAgree() async {
        let examples = NumberingPlan.builtIn.regions.flatMap { region in
            PhoneNumber.Kind.allCases.compactMap { NumberingPlan.builtIn.example(region: region, kind: $0) }
        }
        let alone = examples.map { try? parser.parse($0) }
        #expect(!alone.contains(nil))
        await withTaskGroup { group in
            for start in 0..<16 {
                group.addTask {
                    // Each begins elsewhere, so that they meet in the library's cache at different numbers.
                    let order = examples.indices.map { ($0 + start * 97) % examples.count }
                    return order.allSatisfy { (try? PlanParser().parse(examples[$0])) == alone[$0] }
                }
            }
            for await agreed in group { #expect(agreed) }
        }
    }

    /// Many plans give mobile and fixed lines the same digits, and then nobody can tell which it is.
    private func kinds(readFor kind: PhoneNumber.Kind) -> Set<PhoneNumber.Kind> {
        switch kind {
        case .mobile, .fixedLine: [kind, .fixedLineOrMobile]
        case .fixedLineOrMobile: [.mobile, .fixedLine, .fixedLineOrMobile]
        case .tollFree, .premiumRate, .sharedCost, .voip, .personal: [kind]
        case .pager, .universalAccess, .voicemail, .unknown, .nonGeographic, .fiction: [kind]
        }
    }

    /// A number is of a region that its calling code serves.
    ///
    /// Where several share the code that may be another one: `+1 800` belongs to all of North America alike.
    private func expectRegion(of number: PhoneNumber, from region: String) {
        let sharing = NumberingPlan.builtIn.regions(ofCallingCode: number.callingCode)
        #expect(sharing.contains(region))
        #expect(sharing.contains(number.region))
    }
}
