import AccountCore
import Testing
import VerificationCore

@testable import Accounts

@Suite("Sessions that enrol authenticator apps")
struct TOTPSessionTests {
    private let before: KeyRing
    private let during: KeyRing
    private let after: KeyRing
    private let (shop, bank): (ProjectID, ProjectID)
    private let session: TOTPSession

    init() throws {
        before = try KeyRing(TokenFixture.one)
        during = try KeyRing(TokenFixture.two + "," + TokenFixture.one)
        after = try KeyRing(TokenFixture.two)
        session = TOTPSession(
            account: try #require(LocalID("ann: \u{301}")), secret: [0, 0] + Array(1...18),
            end: Timestamp(microseconds: 1_800_000_000_900_001), use: VerificationID(high: 5, low: 6))
        (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
    }

    @Test("one says all that it was made with, in its project only, as long as its key is in the ring")
    func open() throws {
        let text = try #require(session.text(of: shop, by: before))
        for ring in [before, during] { #expect(TOTPSession(text, of: shop, by: ring) == session) }
        #expect(TOTPSession(text, of: bank, by: before) == nil)
        #expect(TOTPSession(text, of: shop, by: after) == nil)
        #expect(try #require(session.text(of: shop, by: before)) != text, "no two texts are the same")
    }

    @Test("one that was changed, cut or made for another purpose is none")
    func others() throws {
        let text = try #require(session.text(of: shop, by: before))
        let changed = String(text.prefix(40)) + (text.dropFirst(40).first == "A" ? "B" : "A") + text.dropFirst(41)
        let credential = PendingCredential(
            account: session.account, provider: .password, madeAt: session.end, use: session.use)
        let other = try #require(credential.text(of: shop, by: before))
        for text in ["", "x", changed, String(text.dropLast()), text + "A", other] {
            #expect(TOTPSession(text, of: shop, by: before) == nil)
        }
        #expect(PendingCredential(text, of: shop, at: session.end, by: before) == nil)
    }

    @Test("the longest name of an account fits, and no print tells the secret")
    func longest() throws {
        let name = try #require(LocalID(String(repeating: "\u{1D4B3}", count: 128)))
        let long = TOTPSession(account: name, secret: session.secret, end: session.end, use: session.use)
        let text = try #require(long.text(of: shop, by: before))
        #expect(TOTPSession(text, of: shop, by: before) == long)
        var dumped = ""
        dump((session, TOTPEnrollment(sharedSecretKey: "GEZDGNBV", sessionInfo: "info", end: session.end)), to: &dumped)
        #expect(!dumped.contains("GEZDGNBV") && !dumped.contains("18") && !dumped.contains("info"))
    }
}
