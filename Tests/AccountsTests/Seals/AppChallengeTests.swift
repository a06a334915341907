import AccountCore
import Testing
import VerificationCore

@testable import Accounts

@Suite("Challenges for apps")
struct AppChallengeTests {
    private let now = Timestamp(microseconds: 1_800_000_000_900_000)
    private let name = VerificationID(high: 5, low: 6)

    @Test("a challenge is good for five minutes, in its project only, and as long as its key is in the ring")
    func life() throws {
        let (before, during) = (try KeyRing(TokenFixture.one), try KeyRing(TokenFixture.two + "," + TokenFixture.one))
        let after = try KeyRing(TokenFixture.two)
        let (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
        let text = try #require(AppChallenge.text(named: name, for: shop, at: now, by: before))
        for offset in [Duration.zero, .seconds(300) - .microseconds(1)] {
            #expect(AppChallenge(text, of: shop, at: now + offset, by: during)?.name == name)
        }
        #expect(AppChallenge(text, of: shop, at: now + .seconds(300), by: before) == nil)
        #expect(AppChallenge(text, of: bank, at: now, by: before) == nil)
        #expect(AppChallenge(text, of: shop, at: now, by: after) == nil)
        // Play Integrity takes nonces of 16 to 500 characters in the alphabet for URLs.
        #expect((16...500).contains(text.count) && text.allSatisfy { $0.isASCII && $0 != "=" && $0 != "." })
    }

    @Test("what was not made for this purpose is no challenge", arguments: ["", "x", "AQJrMQ"])
    func others(text: String) throws {
        let ring = try KeyRing(TokenFixture.one)
        let shop = try #require(ProjectID("demo-shop"))
        #expect(AppChallenge(text, of: shop, at: now, by: ring) == nil)
        let proof = PhoneProof(phone: "+14155550123", account: try #require(LocalID("ann")), use: name)
        let other = try #require(proof.text(of: shop, at: now, by: ring))
        #expect(AppChallenge(other, of: shop, at: now, by: ring) == nil)
    }
}
