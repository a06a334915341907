import Testing
import VerificationCore

@Suite("Marks and seals of the key ring")
struct KeyRingSurfaceTests {
    /// 32 bytes of 1, and 32 bytes of 2.
    private static let one = "one:" + String(repeating: "AQEB", count: 10) + "AQE="
    private static let two = "two:" + String(repeating: "AgIC", count: 10) + "AgI="

    private let before: KeyRing
    private let during: KeyRing
    private let after: KeyRing

    init() throws {
        before = try KeyRing(Self.one)
        during = try KeyRing(Self.two + "," + Self.one)
        after = try KeyRing(Self.two)
    }

    @Test("a mark stays the same for ever, on every machine")
    func stable() throws {
        let mark = try #require(before.mark([1, 2, 3], for: "test", keyName: "one"))
        // Computed apart from this program, with Python's hmac module.
        #expect(Base64.encodeForURL(mark) == "ZExdbZH128dRQ5k1pTVWBS6f6yvwt_Qk-vwN_JlqUHE")
        #expect(during.mark([1, 2, 3], for: "test", keyName: "one") == mark)
    }

    @Test("other bytes, another purpose and another key have another mark")
    func differs() throws {
        let marks = [
            during.mark([1, 2, 3], for: "test", keyName: "one"), during.mark([1, 2, 3], for: "test", keyName: "two"),
            during.mark([1, 2], for: "test", keyName: "one"), during.mark([], for: "test", keyName: "one"),
            during.mark([1, 2, 3], for: "tes", keyName: "one"), during.mark([1, 2, 3], for: "", keyName: "one"),
            during.mark(Array("t".utf8) + [1, 2, 3], for: "tes", keyName: "one"),
        ]
        #expect(Set(marks).count == marks.count && marks.allSatisfy { $0?.count == 32 })
        #expect(before.mark([1, 2, 3], for: "test", keyName: "two") == nil)
        #expect(before.mark([1, 2, 3], for: "test", keyName: "") == nil)
    }

    @Test("what was sealed opens for its purpose, and for no other", arguments: [0, 1, 1_200])
    func seals(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try #require(before.seal(bytes, for: "test"))
        #expect(sealed.keyName == "one" && before.open(sealed, for: "test") == bytes)
        #expect(before.open(sealed, for: "tes") == nil && before.open(sealed, for: "mark test") == nil)
        #expect(before.seal(bytes, for: "test") != sealed, "the same bytes are sealed in another way each time")
    }

    @Test("after a change of keys the old seals open as long as the ring holds their key")
    func rotation() throws {
        let (old, new) = (try #require(before.seal([7], for: "test")), try #require(during.seal([7], for: "test")))
        #expect(during.open(old, for: "test") == [7] && after.open(old, for: "test") == nil)
        #expect(new.keyName == "two" && after.open(new, for: "test") == [7] && before.open(new, for: "test") == nil)
        #expect(during.open(SealedCode(keyName: "two", bytes: old.bytes), for: "test") == nil)
    }

    @Test("damaged seals do not open")
    func damaged() throws {
        let sealed = try #require(before.seal([1, 2, 3], for: "test"))
        for place in sealed.bytes.indices {
            var bytes = sealed.bytes
            bytes[place] ^= 1
            #expect(before.open(SealedCode(keyName: "one", bytes: bytes), for: "test") == nil)
            let cut = SealedCode(keyName: "one", bytes: Array(sealed.bytes[..<place]))
            #expect(before.open(cut, for: "test") == nil)
        }
    }

    @Test("no seal of another part of the program opens here")
    func otherParts() throws {
        let app = try #require(AppID("test"))
        let endpoint = try #require(before.seal(endpointSecret: "x", of: app))
        let code = try #require(before.seal(code: "123456", of: "+1", app: app))
        for sealed in [endpoint, code] { #expect(before.open(sealed, for: "test") == nil) }
        let ours = try #require(before.seal([1], for: "test"))
        #expect(before.open(endpointSecret: ours, of: app) == nil && before.open(ours, of: "+1", app: app) == nil)
    }
}
