import AccountCore
import Accounts
import Testing
import VerificationCore
import VerificationTesting

@Suite("Phone proofs")
struct PhoneProofTests {
    private let before: KeyRing
    private let during: KeyRing
    private let after: KeyRing
    private let (shop, bank): (ProjectID, ProjectID)
    private let proof: PhoneProof
    private let now = Timestamp(microseconds: 1_800_000_000_900_000)

    init() throws {
        before = try KeyRing(TokenFixture.one)
        during = try KeyRing(TokenFixture.two + "," + TokenFixture.one)
        after = try KeyRing(TokenFixture.two)
        proof = PhoneProof(
            phone: "+14155550123", account: try #require(LocalID("ann: \u{301}")), use: VerificationID(high: 5, low: 6))
        (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
    }

    @Test("a proof tells its number and its account for an hour, in its project only")
    func roundTrip() throws {
        let text = try #require(proof.text(of: shop, at: now, by: before))
        for offset in [Duration.seconds(-60), .zero, .seconds(3_600) - .microseconds(1)] {
            #expect(PhoneProof(text, of: shop, at: now + offset, by: before) == proof)
        }
        for offset in [Duration.seconds(3_600), .seconds(86_400)] {
            #expect(PhoneProof(text, of: shop, at: now + offset, by: before) == nil)
        }
        #expect(PhoneProof(text, of: bank, at: now, by: before) == nil)
    }

    @Test("a proof does not show its number, and no two are the same")
    func hidden() throws {
        let texts = try (0..<100).map { _ in
            try #require(proof.text(of: shop, at: now, by: before))
        }
        #expect(Set(texts).count == 100)
        for text in texts {
            let bytes = try #require(Base64.decode(text))
            #expect(!String(decoding: bytes, as: UTF8.self).contains("4155550123"))
        }
    }

    @Test("a proof from before a change of keys is good as long as the ring holds its key")
    func rotation() throws {
        let old = try #require(proof.text(of: shop, at: now, by: before))
        let new = try #require(proof.text(of: shop, at: now, by: during))
        #expect(PhoneProof(old, of: shop, at: now, by: during) == proof)
        #expect(PhoneProof(old, of: shop, at: now, by: after) == nil)
        #expect(PhoneProof(new, of: shop, at: now, by: after) == proof)
        #expect(PhoneProof(new, of: shop, at: now, by: before) == nil)
    }

    @Test("a proof with any character changed, cut or added proves nothing, and nor does a made-up one")
    func damaged() throws {
        let text = Array(try #require(proof.text(of: shop, at: now, by: before)).utf8)
        for place in text.indices {
            for letter in "ABghwx0189-_=+/ ".utf8 where letter != text[place] {
                var other = text
                other[place] = letter
                expectNothing(other)
            }
            expectNothing(Array(text[..<place]))
        }
        for end in ["=", "A", "AAAA", "\n"] { expectNothing(text + Array(end.utf8)) }
        var random = SeededRandom(seed: 3)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            expectNothing(Array(Base64.encodeForURL([1, 3] + Array("one".utf8) + bytes).utf8))
        }
        let id = VerificationID(high: 1, low: 2)
        expectNothing(Array(try #require(SessionInfo.text(for: id, of: shop, askedFrom: nil, by: before)).utf8))
    }

    private func expectNothing(_ bytes: [UInt8], location: SourceLocation = #_sourceLocation) {
        let text = String(decoding: bytes, as: UTF8.self)
        let found = PhoneProof(text, of: shop, at: now, by: during)
        #expect(found == nil, "\(text)", sourceLocation: location)
    }
}
