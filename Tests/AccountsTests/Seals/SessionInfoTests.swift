import AccountCore
import Accounts
import Testing
import VerificationCore
import VerificationTesting

@Suite("Session infos")
struct SessionInfoTests {
    private let before: KeyRing
    private let during: KeyRing
    private let after: KeyRing
    private let (shop, bank): (ProjectID, ProjectID)
    private let id: VerificationID

    init() throws {
        before = try KeyRing(TokenFixture.one)
        during = try KeyRing(TokenFixture.two + "," + TokenFixture.one)
        after = try KeyRing(TokenFixture.two)
        (shop, bank) = (try #require(ProjectID("demo-shop")), try #require(ProjectID("demo-bank")))
        id = try #require(VerificationID("019b0000-0000-7000-8000-0123456789ab"))
    }

    @Test("a verification has the same text each time, and the text leads back to it, in its project only")
    func roundTrip() throws {
        var random = SeededRandom(seed: 1)
        var texts: Set<String> = []
        for _ in 0..<200 {
            let id = VerificationID(high: random.next(), low: random.next())
            let text = try #require(SessionInfo.text(for: id, of: shop, askedFrom: nil, by: before))
            #expect(SessionInfo.text(for: id, of: shop, askedFrom: nil, by: before) == text)
            #expect(SessionInfo.verification(in: text, of: shop, by: before) == id)
            #expect(SessionInfo.verification(in: text, of: bank, by: before) == nil)
            #expect(text.utf8.allSatisfy { Self.letters.contains($0) })
            texts.insert(text)
        }
        #expect(texts.count == 200)
    }

    @Test(
        "a stranger in another network gets another text, which leads to the same verification and tells nothing of it")
    func strangers() throws {
        let addresses = ["203.0.113.7", "203.0.113.8", "2001:db8::1"].map(IPAddress.init)
        let texts = try addresses.map {
            try #require(SessionInfo.text(for: id, of: shop, askedFrom: $0, by: before))
        }
        #expect(Set(texts).count == 3)
        let neighbour = IPAddress("2001:db8::2")
        #expect(SessionInfo.text(for: id, of: shop, askedFrom: neighbour, by: before) == texts[2])
        for text in texts {
            #expect(SessionInfo.verification(in: text, of: shop, by: before) == id)
            let bytes = try #require(Base64.decode(text))
            // The beginning of the id is the time at which the verification began.
            #expect(!bytes.indices.dropLast(3).contains { Array(bytes[$0..<$0 + 4]) == Array(id.bytes.prefix(4)) })
        }
    }

    @Test("a text from before a change of keys is good as long as the ring holds its key")
    func rotation() throws {
        let old = try #require(SessionInfo.text(for: id, of: shop, askedFrom: nil, by: before))
        let new = try #require(SessionInfo.text(for: id, of: shop, askedFrom: nil, by: during))
        #expect(SessionInfo.verification(in: old, of: shop, by: during) == id)
        #expect(SessionInfo.verification(in: old, of: shop, by: after) == nil)
        #expect(SessionInfo.verification(in: new, of: shop, by: after) == id)
        #expect(SessionInfo.verification(in: new, of: shop, by: before) == nil)
    }

    @Test("a text with any character changed, cut or added is nothing")
    func damaged() throws {
        let text = Array(try #require(SessionInfo.text(for: id, of: shop, askedFrom: nil, by: before)).utf8)
        for place in text.indices {
            for letter in Self.letters where letter != text[place] {
                var other = text
                other[place] = letter
                expectNothing(other)
            }
            expectNothing(Array(text[..<place]))
            expectNothing(Array(text[place...].dropFirst()))
        }
        for end in ["=", "==", "A", " ", "\n", "\u{0}"] { expectNothing(text + Array(end.utf8)) }
    }

    @Test("made-up texts are nothing, however long and odd")
    func madeUp() throws {
        var random = SeededRandom(seed: 2)
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            expectNothing(Array(Base64.encodeForURL(bytes).utf8))
            expectNothing(Array(Base64.encodeForURL([1, 3] + Array("one".utf8) + bytes).utf8))
            expectNothing(Array(Base64.encodeForURL([1, UInt8(truncatingIfNeeded: length)]).utf8))
        }
        expectNothing([UInt8](repeating: UInt8(ascii: "A"), count: 10_000_000))
        let ann = try #require(LocalID("ann"))
        let other = PhoneProof(phone: "+1", account: ann, use: id)
        let proof = try #require(other.text(of: shop, at: Timestamp(seconds: 0), by: before))
        expectNothing(Array(proof.utf8))
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8

    private func expectNothing(_ bytes: [UInt8], location: SourceLocation = #_sourceLocation) {
        let text = String(decoding: bytes, as: UTF8.self)
        for ring in [before, during] {
            let found = SessionInfo.verification(in: text, of: shop, by: ring)
            #expect(found == nil, "\(text.prefix(300))", sourceLocation: location)
        }
    }
}
