import CPhoneNumber
import PhoneNumbers
import Testing
import VerificationCore
import VerificationTesting

/// What a judge says of a number, in a form that can be compared.
private struct Judgement: Equatable {
    let e164: String
    let region: String
    let callingCode: Int32
    let kind: CPhoneNumberKind

    /// Nil when the judge leaves the number to another judge, or refuses it.
    init?(_ text: String, by judge: (UnsafePointer<CChar>, inout CPhoneNumberParts) -> Bool) {
        var parts = CPhoneNumberParts()
        guard judge(text, &parts) else { return nil }
        e164 = withUnsafeBytes(of: parts.e164) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        region = withUnsafeBytes(of: parts.region) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        callingCode = parts.callingCode
        kind = parts.kind
    }

    static func quick(_ text: String) -> Judgement? { Judgement(text) { CPhoneNumberParsePlain($0, &$1) } }

    static func thorough(_ text: String) -> Judgement? {
        Judgement(text) { CPhoneNumberParseByLibrary($0, &$1) == .valid }
    }
}

@Suite("The quick judgement of plain numbers")
struct PlainNumberTests {
    @Test(
        "whatever it says of a region's examples and of 60 numbers close to each, the library says too",
        arguments: NumberingPlan.regions)
    func agreesCloseToExamples(region: String) {
        let place = region.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var random = SeededRandom(seed: SeededRandom.seedOfRun() &+ place)
        for kind in PhoneNumber.Kind.allCases {
            guard let example = NumberingPlan.example(region: region, kind: kind) else { continue }
            expectAgreement(example)
            for _ in 0..<60 { expectAgreement(neighbour(of: example, &random)) }
        }
    }

    @Test("whatever it says of random digits under every calling code, the library says too")
    func agreesOnRandomDigits() {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        for callingCode in 0...999 {
            for _ in 0..<20 {
                let digits = (0..<Int.random(in: 0...16, using: &random)).map { _ in digit(&random) }
                expectAgreement("+\(callingCode)" + digits.joined())
            }
        }
        for text in ["+", "+0", "+1", "+49", "+491", "+4915", "+04915123456789", "+491512345678901234567890"] {
            expectAgreement(text)
        }
    }

    /// If it did not, every number would be judged correctly, and slowly.
    @Test("it judges nearly all examples itself, and every region's mobile number")
    func judgesItself() {
        var left: [String] = []
        var examples = 0
        for region in NumberingPlan.regions {
            for kind in PhoneNumber.Kind.allCases {
                guard let example = NumberingPlan.example(region: region, kind: kind) else { continue }
                examples += 1
                guard Judgement.quick(example) == nil else { continue }
                left.append("\(example) of \(region)")
                #expect(kind != .mobile, "\(example) of \(region)")
            }
        }
        #expect(left.count * 100 < examples, "\(left)")
    }

    private func expectAgreement(_ text: String) {
        guard let quick = Judgement.quick(text) else { return }
        // The text is enough to see the failure again, without the run's seed.
        #expect(quick == Judgement.thorough(text), "\(text)")
    }

    /// Some digits changed, mostly at the end, and sometimes a digit more or less.
    private func neighbour(of number: String, _ random: inout SeededRandom) -> String {
        var characters = number.map(String.init)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let first = Bool.random(using: &random) ? 1 : max(1, characters.count - 8)
            characters[Int.random(in: first..<characters.count, using: &random)] = digit(&random)
        }
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: characters.append(digit(&random))
        case 2: characters.removeLast()
        default: break
        }
        return characters.joined()
    }

    private func digit(_ random: inout SeededRandom) -> String { String(Int.random(in: 0...9, using: &random)) }
}
