import AccountCore
import Accounts
import Testing
import VerificationCore
import VerificationTesting

@Suite("Sessions of second factors, and sign-ins that wait for one")
struct FactorSessionTests {
    private let ring: KeyRing
    private let (shop, bank): (ProjectID, ProjectID)
    private let (ann, bob): (LocalID, LocalID)
    private let now = Timestamp(seconds: 1_800_000_000)
    private let id = VerificationID(high: 5, low: 6)

    init() throws {
        ring = try KeyRing(TokenFixture.one)
        (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
        (ann, bob) = (try #require(LocalID("ann")), try #require(LocalID("bob")))
    }

    private func pending(_ account: LocalID, use: UInt64 = 1) -> PendingCredential {
        PendingCredential(account: account, provider: .password, madeAt: now, use: VerificationID(high: 0, low: use))
    }

    @Test("a session opens for what it was made for, and for nothing else")
    func purposes() throws {
        let purposes: [FactorSession.Purpose] = [
            .enrollment(ann), .enrollment(bob), .signIn(pending(ann)), .signIn(pending(ann, use: 2)),
        ]
        for purpose in purposes {
            let session = FactorSession(id, factor: "one")
            let text = try #require(session.text(for: purpose, of: shop, by: ring))
            for other in purposes {
                let read = FactorSession(text, for: other, of: shop, by: ring)
                #expect(read == (other == purpose ? session : nil))
            }
            #expect(FactorSession(text, for: purpose, of: bank, by: ring) == nil)
            #expect(SessionInfo.verification(in: text, of: shop, by: ring) == nil)
        }
        let plain = try #require(SessionInfo.text(for: id, of: shop, askedFrom: nil, by: ring))
        for purpose in purposes { #expect(FactorSession(plain, for: purpose, of: shop, by: ring) == nil) }
    }

    @Test("a session knows its factor, however long the factor's name is, and shows nothing of it")
    func factors() throws {
        let name = String(repeating: "é", count: 2_000)
        let factor = SecondFactor(name, kind: .phone("+14155550123"), enrolledAt: now)
        let other = SecondFactor("two", kind: .phone("+14155550123"), enrolledAt: now)
        let text = try #require(FactorSession(id, factor: name).text(for: .enrollment(ann), of: shop, by: ring))
        let read = try #require(FactorSession(text, for: .enrollment(ann), of: shop, by: ring))
        #expect(read.verification == id && read.isFor(factor) && !read.isFor(other) && text.utf8.count < 200)
    }

    @Test("a session and a pending credential with any character changed, cut or added open nothing")
    func damaged() throws {
        let session = try #require(FactorSession(id, factor: nil).text(for: .enrollment(ann), of: shop, by: ring))
        let credential = try #require(pending(ann).text(of: shop, by: ring))
        for (text, isSession) in [(session, true), (credential, false)] {
            let letters = Array(text)
            for place in letters.indices {
                for letter in "ABgx09-_=+/ " where letter != letters[place] {
                    var other = letters
                    other[place] = letter
                    expectNothing(String(other), isSession)
                }
                expectNothing(String(letters[..<place]), isSession)
            }
            for end in ["=", "A", "AAAA", "\n"] { expectNothing(text + end, isSession) }
        }
    }

    private func expectNothing(_ text: String, _ isSession: Bool, location: SourceLocation = #_sourceLocation) {
        let isRead =
            isSession
            ? FactorSession(text, for: .enrollment(ann), of: shop, by: ring) != nil
            : PendingCredential(text, of: shop, at: now, by: ring) != nil
        #expect(!isRead, "\(text)", sourceLocation: location)
    }

    @Test("a pending credential is good for ten minutes, in its project only")
    func pendingCredentials() throws {
        let credential = pending(ann)
        let text = try #require(credential.text(of: shop, by: ring))
        for offset in [Duration.zero, .seconds(600) - .microseconds(1)] {
            #expect(PendingCredential(text, of: shop, at: now + offset, by: ring) == credential)
        }
        for offset in [Duration.seconds(600), .seconds(86_400)] {
            #expect(PendingCredential(text, of: shop, at: now + offset, by: ring) == nil)
        }
        #expect(PendingCredential(text, of: bank, at: now, by: ring) == nil)
        #expect(try #require(credential.text(of: shop, by: ring)) != text)
    }
}
