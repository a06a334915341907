import CNumberingPlan
import VerificationCore

extension NumberingPlan {
    /// The plan that the program was built with.
    package static let builtIn: NumberingPlan = {
        // A test reads the built-in plan with all its lines. A program without a plan would take no number.
        (try? NumberingPlan(index: PlanText(builtInBytes))) ?? .empty
    }()

    /// The file that the program was built with.
    package static var builtInBytes: [UInt8] {
        Array(UnsafeBufferPointer(start: CNumberingPlanBytes(), count: CNumberingPlanSize()))
    }

    private static var empty: NumberingPlan {
        NumberingPlan(version: "0", date: .never, codes: [LazyCallingCode?](repeating: nil, count: 1000))
    }

    /// Reads the file of a plan, or of additions to the built-in plan, or of a plan and then additions; every line of it.
    ///
    /// A plan is taken whole or not at all: its last line tells how many lines it has, and their SHA-256.
    package init(file bytes: [UInt8]) throws(PlanError) {
        guard !PlanAdditions.begin(bytes[...]) else {
            self = try PlanAdditions(bytes[...], after: 0).added(to: .builtIn)
            return
        }
        let text = PlanText(bytes)
        let plan = try NumberingPlan(index: text)
        try text.checkEnd()
        for section in text.sections {
            var lines = PlanLines(text.bytes[section.bytes], after: section.linesBefore)
            let regions = try Self.code(&lines).regions
            _ = try CallingCodePlan(regions: regions, lines: &lines)
        }
        if let rest = text.afterEnd {
            self = try PlanAdditions(rest.bytes, after: rest.linesBefore).added(to: plan)
        } else {
            self = plan
        }
    }

    /// Reads the lines before the first calling code, and where the lines of each calling code are.
    private init(index text: PlanText) throws(PlanError) {
        let header = try text.header()
        var codes = [LazyCallingCode?](repeating: nil, count: 1000)
        for section in text.sections {
            var lines = PlanLines(text.bytes[section.bytes], after: section.linesBefore)
            let (code, regions) = try Self.code(&lines)
            guard codes[code] == nil else { throw lines.problem("the calling code \(code) a second time") }
            codes[code] = LazyCallingCode(
                regions: regions, lines: text.bytes[lines.place..<section.bytes.upperBound])
        }
        self.init(version: header.version, date: header.date, codes: codes)
    }

    private static func code(_ lines: inout PlanLines) throws(PlanError) -> (code: Int, regions: [String]) {
        guard let words = try lines.next(), words.count > 2, let code = Int(words[1].text), (1...999).contains(code)
        else {
            throw lines.problem("no calling code with its regions")
        }
        return (code, words[2...].map(\.text))
    }
}
