import Testing
import VerificationCore

@Suite("The time that a comparison takes", .serialized)
struct CodeTimingTests {
    private let ring: KeyRing
    private let id = VerificationID(high: 0x019B_0000_0000_7000, low: 0b10 << 62 | 1)
    private let recipe = CodeRecipe(keyName: "one", digits: 6)
    /// So long that a difference in the comparison alone shows in the time.
    private let long = String(repeating: "7", count: 2_000)

    init() throws {
        ring = try KeyRing("one:" + String(repeating: "AQEB", count: 10) + "AQE=")
    }

    @Test("a check takes as long for a wrong first digit, a wrong last digit, another length and an unknown id")
    func checks() throws {
        let right = try #require(ring.code(recipe, of: id))
        let (first, last) = (changed(right, at: 0), changed(right, at: 5))
        let (shorter, longer) = (String(right.prefix(4)), right + "0000")
        let longest = CodeRecipe(keyName: "one", digits: 10)
        #expect(
            ring.isCode(first, of: id, expected: .made(recipe)) == false
                && ring.isCode(last, of: id, expected: .made(recipe)) == false)
        #expect(
            !TimingContest().tellsApart([
                { ring.isCode(first, of: id, expected: .made(recipe)) == true },
                { ring.isCode(last, of: id, expected: .made(recipe)) == true },
                { ring.isCode(right, of: id, expected: .made(recipe)) == true },
                { ring.isCode(shorter, of: id, expected: .made(recipe)) == true },
                { ring.isCode(longer, of: id, expected: .made(recipe)) == true },
                { ring.isCode(first, of: id, expected: .made(longest)) == true },
                { ring.isCode(first, of: id, expected: .set("123456")) == true },
                { ring.isCode(first, of: id, expected: .nothing) == true },
            ]))
    }

    @Test("a check that did nothing for an unknown id would be told apart")
    func checkThatSkips() {
        #expect(
            TimingContest().tellsApart([
                { ring.isCode("123456", of: id, expected: .made(recipe)) == true },
                { ring.isCode("123456", of: id, expected: .made(CodeRecipe(keyName: "gone", digits: 6))) == true },
            ]))
    }

    @Test("comparing takes as long wherever the texts differ, and whether or not they have one length")
    func comparisons() {
        let contest = TimingContest(callsPerRound: 2)
        let others = [changed(long, at: 0), changed(long, at: 1_000), changed(long, at: 1_999), long, "7"]
        #expect(!contest.tellsApart(others.map { other in { CodeComparison.areEqual(other, long) } }))
    }

    @Test("comparing that ended at the first difference would be told apart, and so would a look at the lengths")
    func comparisonsThatEndEarly() {
        let contest = TimingContest(callsPerRound: 2)
        #expect(
            contest.tellsApart([0, 1_999].map { changed(long, at: $0) }.map { other in { endsEarly(other, long) } }))
        #expect(
            contest.tellsApart(
                [1_500, 1_999].map { changed(long, at: $0) }.map { other in { endsEarly(other, long) } }))
        #expect(contest.tellsApart(["7", changed(long, at: 1_999)].map { other in { endsEarly(other, long) } }))
    }

    private func changed(_ text: String, at place: Int) -> String {
        var bytes = Array(text.utf8)
        bytes[place] = bytes[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Ends at the first difference, as `CodeComparison` must not.
    private func endsEarly(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        for place in left.indices where left[place] != right[place] { return false }
        return true
    }
}
