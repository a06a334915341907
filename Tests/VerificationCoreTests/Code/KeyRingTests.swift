import Testing
import VerificationCore
import VerificationTesting

@Suite("Key ring")
struct KeyRingTests {
    /// 32 bytes of 1, and 32 bytes of 2.
    private static let one = String(repeating: "AQEB", count: 10) + "AQE="
    private static let two = String(repeating: "AgIC", count: 10) + "AgI="
    private let recipe = CodeRecipe(keyName: "one", digits: 6)

    private func id(_ number: UInt64) -> VerificationID {
        VerificationID(high: 0x019B_0000_0000_7000, low: 0b10 << 62 | number)
    }

    @Test("a code stays the same for ever, on every machine")
    func stable() throws {
        let ring = try KeyRing("one:\(Self.one)")
        // Computed apart from this program, with Python's hmac module.
        #expect(ring.code(recipe, of: id(1)) == "520923")
        #expect(ring.code(CodeRecipe(keyName: "one", digits: 10), of: id(1)) == "1708520923")
        #expect(try KeyRing("one:\(Self.one)").code(recipe, of: id(2)) == ring.code(recipe, of: id(2)))
    }

    @Test("codes have the digits that were asked for, leading zeros included", arguments: 4...10)
    func digits(count: Int) throws {
        let ring = try KeyRing("one:\(Self.one)")
        let codes = (0..<300).compactMap { ring.code(CodeRecipe(keyName: "one", digits: count), of: id($0)) }
        #expect(codes.count == 300)
        #expect(codes.allSatisfy { $0.utf8.count == count && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        #expect(codes.contains { $0.hasPrefix("0") })
    }

    @Test("codes are spread evenly, in every one of their digits")
    func even() throws {
        let ring = try KeyRing("one:\(Self.one)")
        let count = 100_000
        var seen = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 6)
        for number in 0..<UInt64(count) {
            let code = try #require(ring.code(recipe, of: id(number)))
            for (place, digit) in code.utf8.enumerated() { seen[place][Int(digit - 0x30)] += 1 }
        }
        for place in seen {
            let expected = Double(count) / 10
            let chiSquare = place.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
            // Nine degrees of freedom: a fair source exceeds this once in 100,000 runs. Our codes are the same in each
            // run.
            #expect(chiSquare < 39.3)
        }
    }

    @Test("another verification, another key: another code")
    func differs() throws {
        let ring = try KeyRing("one:\(Self.one),two:\(Self.two)")
        let codes = Set((0..<1_000).compactMap { ring.code(CodeRecipe(keyName: "one", digits: 10), of: id($0)) })
        #expect(codes.count == 1_000)
        let two = CodeRecipe(keyName: "two", digits: 6)
        let same = (0..<1_000).count { ring.code(recipe, of: id($0)) == ring.code(two, of: id($0)) }
        #expect(same < 10)
    }

    @Test("an id is signed for its app and for no other, and no id that was not made here is signed")
    func signed() throws {
        let ring = try KeyRing("one:\(Self.one)")
        let (shop, bank) = (try #require(AppID("shop")), try #require(AppID("bank")))
        var random = SeededRandom(seed: 1)
        for second in 0..<500 {
            let time = Timestamp(seconds: 1_767_225_600 + Int64(second))
            let made = ring.makeID(for: shop, at: time, random: random.next())
            #expect(made.madeAt == time)
            #expect(VerificationID(made.description) == made)
            #expect(ring.signed(made, for: shop))
            #expect(!ring.signed(made, for: bank))
            #expect(!ring.signed(VerificationID(high: made.high, low: made.low ^ 1 << UInt64(second % 62)), for: shop))
            #expect(!ring.signed(VerificationID(high: made.high ^ 1 << UInt64(second % 12), low: made.low), for: shop))
            #expect(!ring.signed(id(random.next() >> 2), for: shop))
        }
    }

    @Test("after a change of keys the old ones' codes and ids are still good, and new work uses the new key")
    func rotation() throws {
        let app = try #require(AppID("shop"))
        let before = try KeyRing("one:\(Self.one)")
        let during = try KeyRing("two:\(Self.two),one:\(Self.one)")
        let after = try KeyRing("two:\(Self.two)")
        let made = before.makeID(for: app, at: Timestamp(seconds: 1_767_225_600), random: 7)

        #expect(during.currentName == "two")
        #expect(during.code(recipe, of: made) == before.code(recipe, of: made))
        #expect(during.signed(made, for: app))
        #expect(after.code(recipe, of: made) == nil)
        #expect(!after.signed(made, for: app))
        let new = during.makeID(for: app, at: Timestamp(seconds: 1_767_225_600), random: 7)
        #expect(after.signed(new, for: app) && !before.signed(new, for: app))
    }

    @Test("spaces and line breaks around names, secrets and commas belong to none of them")
    func spaces() throws {
        let ring = try KeyRing(" two : \(Self.two) ,\n\tone:\(Self.one)\n")
        #expect(ring.currentName == "two")
        #expect(ring.code(recipe, of: id(1)) == "520923")
    }

    @Test("a test number's code moves to the current key, where its own is there, and stays the same code")
    func reseals() throws {
        let shop = try #require(AppID("shop"))
        let before = try KeyRing("one:\(Self.one)")
        let during = try KeyRing("two:\(Self.two),one:\(Self.one)")
        let after = try KeyRing("two:\(Self.two)")
        let old = try #require(before.seal(code: "0042", of: "+14155550123", app: shop))
        #expect(after.open(old, of: "+14155550123", app: shop) == nil)
        #expect(after.reseal(old, of: "+14155550123", app: shop) == nil)
        let moved = try #require(during.reseal(old, of: "+14155550123", app: shop))
        #expect(moved.keyName == "two" && after.open(moved, of: "+14155550123", app: shop) == "0042")
        #expect(after.reseal(moved, of: "+14155550123", app: shop) == moved)
        #expect(during.holds("one") && !after.holds("one"))
    }

    @Test(
        "texts that are no key ring are refused, without a word of the secret",
        arguments: [
            ("", KeyRingError.malformed), (",", .malformed), ("name", .malformed), (":\(one)", .malformed),
            ("a-name-of-17-bytes:\(one)", .malformed), ("k:", .malformed), ("k:AQEB", .weakSecret(name: "k")),
            ("k:not base64!", .weakSecret(name: "k")), ("k:\(one),k:\(two)", .repeatedName("k")),
        ])
    func refused(_ text: String, problem: KeyRingError) {
        let thrown = #expect(throws: KeyRingError.self) { try KeyRing(text) }
        #expect(thrown == problem)
    }
}
