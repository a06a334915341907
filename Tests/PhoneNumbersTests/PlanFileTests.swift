import PhoneNumbers
import Testing
import VerificationCore

@Suite("The file of a numbering plan")
struct PlanFileTests {
    private static let rows = """
        # What the regulator of Benin says.
        code 229
        02 10 mobile BJ
        01 10 none BJ
        fiction 0299 10
        code 999 XZ
        5 7-8 mobile XZ
        end

        """

    @Test("rows by hand win over the plan's rows, and a calling code may be new")
    func additions() throws {
        let added = try plan("verifyd-numbering-additions 1\n" + Self.rows)
        #expect(added.words == NumberingPlan.builtIn.words + ", with additions (4)" && added.additions == 4)
        let parser = PlanParser(added)
        #expect(try parser.parse("+229 02 61234567").kind == .mobile)
        #expect(try parser.parse("+229 02 99123456").kind == .fiction)
        #expect(throws: PhoneNumberError.impossible) { try parser.parse("+229 01 61234567") }
        #expect(try parser.parse("+999 5123456").region == "XZ")
        #expect(try parser.parse("+49 151 23456789").region == "DE")
        #expect(try PlanParser().parse("+229 01 61234567").kind == .mobile)
    }

    @Test(
        "additions that are cut off, of a later form or no rows are refused by their line",
        arguments: [
            ("verifyd-numbering-additions 2\nend\n", 1),
            ("verifyd-numbering-additions 1\ncode 229\n02 10 mobile BJ\n", 3),
            ("verifyd-numbering-additions 1\ncode 229\n02 10 mobile BJ\nend", 4),
            ("verifyd-numbering-additions 1\n02 10 mobile BJ\nend\n", 2),
            ("verifyd-numbering-additions 1\ncode 229\n02 10 mobile DE\nend\n", 3),
            ("verifyd-numbering-additions 1\ncode 229\n0x 10 mobile BJ\nend\n", 3),
            ("verifyd-numbering-additions 1\ncode 229\n02 1x mobile BJ\nend\n", 3),
            ("verifyd-numbering-additions 1\ncode 229\n02 10 fast BJ\nend\n", 3),
            ("verifyd-numbering-additions 1\ncode 229\n02 10 mobile\nend\n", 3),
            ("verifyd-numbering-additions 1\ncode 229\n0212 3 mobile BJ\nend\n", 3),
            ("verifyd-numbering-additions 1\ncode 999\n5 8 mobile XZ\nend\n", 3),
            ("verifyd-numbering-additions 1\ncode 491 XZ\n5 8 mobile XZ\nend\n", 3),
            ("verifyd-numbering-additions 1\nend\ncode 229\n", 3),
        ])
    func badAdditions(text: String, line: Int) {
        #expect { try plan(text) } throws: { ($0 as? PlanError)?.line == line }
    }

    @Test(
        "a file that is no plan, or of a later form, is refused",
        arguments: [
            "", "\n", "verifyd-numbering-plan 2\n", "verifyd-numbering-plan\n", "Hello",
            "verifyd-numbering-plan 1\nversion 9\n",
            "verifyd-numbering-plan 1\nversion 9\ndate 2026-13-01\nsource me\ncode 49 DE\nlengths 7\n",
        ])
    func noPlan(text: String) {
        #expect(throws: PlanError.self) { try plan(text) }
    }

    @Test("the built-in plan is a file that is taken whole, and no part of it is")
    func builtIn() throws {
        let bytes = NumberingPlan.builtInBytes
        let plan = try NumberingPlan(file: bytes)
        #expect(plan.version == NumberingPlan.builtIn.version && plan.date == NumberingPlan.builtIn.date)
        #expect(plan.regions.count > 240)
        for share in 1..<20 {
            #expect(throws: PlanError.self) { try NumberingPlan(file: Array(bytes.prefix(bytes.count * share / 20))) }
        }
    }

    @Test("one changed digit anywhere makes a plan a damaged one")
    func damaged() {
        let bytes = NumberingPlan.builtInBytes
        for place in stride(from: 40, to: bytes.count - 100, by: bytes.count / 23) {
            var damaged = bytes
            damaged[place] = damaged[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
            #expect(throws: PlanError.self) { try NumberingPlan(file: damaged) }
        }
    }

    @Test("additions may follow a plan in one file")
    func both() throws {
        let text = NumberingPlan.builtInBytes + Array(("verifyd-numbering-additions 1\n" + Self.rows).utf8)
        #expect(try PlanParser(NumberingPlan(file: text)).parse("+229 02 61234567").kind == .mobile)
        #expect(throws: PlanError.self) { try NumberingPlan(file: Array(text.dropLast(10))) }
    }

    private func plan(_ text: String) throws -> NumberingPlan { try NumberingPlan(file: Array(text.utf8)) }
}
