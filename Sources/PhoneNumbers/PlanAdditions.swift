import VerificationCore

/// Rows by hand: what a plan lacks, or has and should not have.
///
/// The file begins with its form, names a calling code with `code`, gives its rows, and ends with `end`. `#` begins a
/// line that people read. A row wins over the plan's rows, and over the rows by hand above it.
struct PlanAdditions {
    static let form = "verifyd-numbering-additions"

    private struct Row {
        let code: Int
        let regions: [String]
        let words: [ArraySlice<UInt8>]
        let line: Int
    }

    private var rows: [Row] = []

    /// Whether a file is of this form, in whatever version.
    static func begin(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: form.utf8) }

    /// Reads the lines after the line of this number.
    init(_ bytes: ArraySlice<UInt8>, after number: Int) throws(PlanError) {
        var lines = PlanLines(bytes, after: number)
        let form = try lines.next()?.map(\.text) ?? []
        guard form == [Self.form, PlanText.version] else {
            throw lines.problem("no additions in the form \(PlanText.version), which this program reads")
        }
        var code: (number: Int, regions: [String])?
        while let words = try lines.next() {
            guard let word = words.first, word.first != UInt8(ascii: "#") else { continue }
            if word.elementsEqual("end".utf8), words.count == 1 {
                guard try lines.next() == nil else { throw lines.problem("a line after \"end\"") }
                return
            }
            if word.elementsEqual("code".utf8) {
                guard words.count > 1, let number = Int(words[1].text), (1...999).contains(number) else {
                    throw lines.problem("no calling code")
                }
                code = (number, words[2...].map(\.text))
            } else if let code {
                rows.append(Row(code: code.number, regions: code.regions, words: words, line: lines.number))
            } else {
                throw lines.problem("a row before the first line \"code\"")
            }
        }
        throw lines.problem("the file is cut off: it has no line \"end\"")
    }

    /// The plan with the rows.
    func added(to plan: NumberingPlan) throws(PlanError) -> NumberingPlan {
        var plan = plan
        for row in rows {
            var numbers = plan[row.code]?.plan ?? CallingCodePlan()
            if numbers.regions.isEmpty { numbers.regions = try regions(of: row, in: plan) }
            do throws(CallingCodePlan.Unreadable) {
                try numbers.add(byHand: row.words)
            } catch {
                throw PlanError(line: row.line, words: error.words)
            }
            plan.add(to: row.code, LazyCallingCode(numbers))
        }
        return plan
    }

    /// The regions of a calling code that the plan does not have.
    ///
    /// No calling code begins with another.
    private func regions(of row: Row, in plan: NumberingPlan) throws(PlanError) -> [String] {
        guard !row.regions.isEmpty else {
            throw PlanError(
                line: row.line, words: "the calling code \(row.code) is new, so its regions must be named")
        }
        let others = plan.codes.indices.filter { plan.codes[$0] != nil }.map(String.init)
        guard !others.contains(where: { "\(row.code)".hasPrefix($0) || $0.hasPrefix("\(row.code)") }) else {
            throw PlanError(line: row.line, words: "the calling code \(row.code) begins like another one")
        }
        return row.regions
    }
}
