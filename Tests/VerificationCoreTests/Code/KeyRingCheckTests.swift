import Testing
import VerificationCore

@Suite("Checking a code")
struct KeyRingCheckTests {
    private let ring: KeyRing

    init() throws {
        ring = try KeyRing("one:" + String(repeating: "AQEB", count: 10) + "AQE=")
    }

    private func id(_ number: UInt64) -> VerificationID {
        VerificationID(high: 0x019B_0000_0000_7000, low: 0b10 << 62 | number)
    }

    @Test("the derived code is right, and nothing else is", arguments: 4...10)
    func derived(digits: Int) throws {
        let recipe = CodeRecipe(keyName: "one", digits: digits)
        for number in 0..<100 as Range<UInt64> {
            let right = try #require(ring.code(recipe, of: id(number)))
            #expect(ring.isCode(right, of: id(number), expected: .made(recipe)) == true)
            let wrong = [
                right + "0", "0" + right, String(right.dropLast()), String(right.dropFirst()), "", "\(right)\u{0}",
            ]
            for wrong in wrong + [right + right + right, String(right.reversed())] where wrong != right {
                #expect(ring.isCode(wrong, of: id(number), expected: .made(recipe)) == false)
            }
        }
    }

    @Test("for an unknown verification nothing is right, not even what would be derived for it")
    func unknown() throws {
        for digits in 4...10 {
            let code = try #require(ring.code(CodeRecipe(keyName: "one", digits: digits), of: id(1)))
            #expect(ring.isCode(code, of: id(1), expected: .nothing) == false)
        }
    }

    @Test("where a code is set it alone is right")
    func fixed() throws {
        let recipe = CodeRecipe(keyName: "one", digits: 6)
        let derived = try #require(ring.code(recipe, of: id(1)))
        #expect(ring.isCode("123456", of: id(1), expected: .set("123456")) == true)
        #expect(ring.isCode("123457", of: id(1), expected: .set("123456")) == false)
        #expect(ring.isCode(derived, of: id(1), expected: .set("123456")) == false)
        let longest = try #require(ring.code(CodeRecipe(keyName: "one", digits: 10), of: id(1)))
        #expect(ring.isCode(longest, of: id(1), expected: .set("123456")) == false)
        #expect(ring.isCode("123456", of: id(1), expected: .made(recipe)) == false)
    }

    @Test("without the recipe's key nobody can tell")
    func keyGone() {
        #expect(ring.isCode("123456", of: id(1), expected: .made(CodeRecipe(keyName: "gone", digits: 6))) == nil)
    }
}
