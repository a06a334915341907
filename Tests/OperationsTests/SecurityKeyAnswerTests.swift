import AccountCore
import Testing
import VerificationCore
import VerificationTesting

@testable import Operations

/// By `SecurityKeyVectors`, which other programs have made.
@Suite("What a security key answers")
struct SecurityKeyAnswerTests {
    private let local = KeySite(url: "http://localhost:8743")
    private let ops = KeySite(url: "https://ops.example.com:8443")
    private let anna: StoredOperator

    init() throws {
        let person = Operator(name: try #require(OperatorName("anna")), role: .viewer)
        anna = StoredOperator(
            person, password: try #require(PasswordHash.ofCorrectHorse), changedAt: Timestamp(seconds: 1))
    }

    @Test("new keys of all three kinds are read, whatever attests them, and sign")
    func kinds() throws {
        let (here, there) = (try #require(local), try #require(ops))
        let chromium = try added(SecurityKeyVectors.chromiumNew, at: here)
        #expect(chromium.counter == 1 && chromium.id.count == 32)
        #expect(try counter(SecurityKeyVectors.chromiumSigned, by: chromium, at: here) == 2)
        #expect(try counter(SecurityKeyVectors.chromiumSignedAgain, 3, by: chromium, at: here) == 3)
        let eddsa = try added(SecurityKeyVectors.eddsaNew, at: there)
        #expect(eddsa.counter == 9 && eddsa.id == [UInt8](repeating: 7, count: 64))
        #expect(try counter(SecurityKeyVectors.eddsaSigned, by: eddsa, at: there) == 10)
        let rsa = try added(SecurityKeyVectors.rsaNew, at: there)
        #expect(try counter(SecurityKeyVectors.rsaSigned, by: rsa, at: there) == 0, "it does not count")
        #expect(throws: KeyRefusal.otherAlgorithm) { try added(SecurityKeyVectors.otherCurveNew, at: there) }
    }

    @Test("an answer for another challenge, purpose or address is refused")
    func others() throws {
        let (here, there) = (try #require(local), try #require(ops))
        let (new, signed) = (SecurityKeyVectors.chromiumNew, SecurityKeyVectors.chromiumSigned)
        let key = try added(new, at: here)
        #expect(throws: KeyRefusal.otherChallenge) { try added(new, 2, at: here) }
        #expect(throws: KeyRefusal.otherChallenge) { try counter(signed, 3, by: key, at: here) }
        #expect(throws: KeyRefusal.otherOrigin("http://localhost:8743")) { try added(new, at: there) }
        #expect(throws: KeyRefusal.otherOrigin("http://localhost:8743")) { try counter(signed, by: key, at: there) }
        let otherPort = try #require(KeySite(url: "http://localhost:8744"))
        #expect(throws: KeyRefusal.otherOrigin("http://localhost:8743")) { try counter(signed, by: key, at: otherPort) }
        // The parts of a signature where those of a new key belong, and the other way round.
        let parts = signed.split(separator: ".")
        let mixed = "\(parts[1]).\(new.split(separator: ".")[1])"
        #expect(throws: KeyRefusal.otherPurpose) { try added(mixed, 2, at: here) }
        #expect(throws: KeyRefusal.wrongSignature) {
            let eddsa = try added(SecurityKeyVectors.eddsaNew, at: there)
            _ = try counter(signed, by: eddsa, at: here)
        }
    }

    @Test("a key that another host has asked, or that no person has touched, is refused, and so is a frame's page")
    func virtual() throws {
        let site = try #require(KeySite(url: "https://ops.example.com"))
        let challenge = challenge(1, to: .adding)
        var key = VirtualSecurityKey()
        _ = try AddedKey(key.made(for: challenge.text)).key(for: challenge, at: site)
        key.isTouched = false
        #expect(throws: KeyRefusal.untouched) {
            try AddedKey(key.made(for: challenge.text)).key(for: challenge, at: site)
        }
        key.isTouched = true
        key.site = "example.com"
        #expect(throws: KeyRefusal.otherSite) {
            try AddedKey(key.made(for: challenge.text)).key(for: challenge, at: site)
        }
        let framed = Array(
            #"{"type":"webauthn.get","challenge":"AQ","origin":"https://ops.example.com","crossOrigin":true}"#.utf8)
        #expect(throws: KeyRefusal.self) {
            try KeyClientData(bytes: framed).expect(.sign, challenge: [1], at: site)
        }
        let plain = framed.map { $0 }.dropLast(20) + Array("}".utf8)
        try KeyClientData(bytes: Array(plain)).expect(.sign, challenge: [1], at: site)
    }

    @Test("a counter has to go on, unless the key never counts")
    func counters() throws {
        let here = try #require(local)
        let first = try added(SecurityKeyVectors.chromiumNew, at: here)
        for known: UInt32 in [2, 3, .max] {
            let ahead = SecurityKey(
                id: first.id, name: first.name, label: "", site: first.site, publicKey: first.publicKey, counter: known,
                createdAt: first.createdAt)
            #expect(throws: KeyRefusal.counterWentBack) {
                try counter(SecurityKeyVectors.chromiumSigned, by: ahead, at: here)
            }
        }
        let silent = SecurityKey(
            id: [1], name: first.name, label: "", site: "", publicKey: [], counter: 0, createdAt: first.createdAt)
        let (one, two) = (Timestamp(seconds: 1), Timestamp(seconds: 2))
        #expect(silent.used(challenge: one, counter: 0)?.used(challenge: two, counter: 0) != nil)
        #expect(silent.used(challenge: two, counter: 0)?.used(challenge: one, counter: 0) == nil)
        #expect(silent.used(challenge: one, counter: 1)?.used(challenge: two, counter: 0) == nil)
    }

    @Test("each byte that changes makes an answer worthless, and so does each that is missing or too many")
    func changed() throws {
        let here = try #require(local)
        let key = try added(SecurityKeyVectors.chromiumNew, at: here)
        let parts = SecurityKeyVectors.chromiumSigned.split(separator: ".").compactMap { Base64.decode($0) }
        #expect(parts.count == 4)
        for part in 1..<4 {
            for place in parts[part].indices {
                var changed = parts
                changed[part][place] ^= 1
                #expect(throws: KeyRefusal.self) { try counter(text(changed), by: key, at: here) }
            }
            var (short, long) = (parts, parts)
            short[part].removeLast()
            long[part].append(0)
            for wrong in [short, long] {
                #expect(throws: KeyRefusal.self) { try counter(text(wrong), by: key, at: here) }
            }
        }
        for garbage in ["", ".", "...", "a.b.c.d", "AAAA.AAAA", "AAAA.AAAA.AAAA.AAAA", "AAAA.AAAA.AAAA.AAAA.AAAA"] {
            #expect(throws: KeyRefusal.self) { try counter(garbage, by: key, at: here) }
            #expect(throws: KeyRefusal.self) { try added(garbage, at: here) }
        }
        let new = SecurityKeyVectors.chromiumNew.split(separator: ".").compactMap { Base64.decode($0) }
        for length in new[1].indices {
            #expect(throws: KeyRefusal.self) { try added(text([new[0], Array(new[1].prefix(length))]), at: here) }
        }
        #expect(throws: KeyRefusal.unreadable) { try added(text([new[0], new[1] + [0]]), at: here) }
    }

    @Test("a challenge is good for its person, its purpose and five minutes")
    func challenges() throws {
        let made = challenge(1, to: .signIn)
        let read = { (text: String, purpose: KeyChallenge.Purpose, seconds: Int64) in
            KeyChallenge(text: text, for: anna, to: purpose, at: Timestamp(seconds: 100) + .seconds(seconds))
        }
        #expect(read(made.text, .signIn, 299) == made)
        #expect(read(made.text, .signIn, 300) == nil)
        #expect(read(made.text, .adding, 0) == nil)
        let later = made.text.replacing("/\(made.at.microseconds)/", with: "/\(made.at.microseconds + 1)/")
        for forged in ["", "//", later, String(made.text.dropLast()), "A" + made.text] {
            #expect(read(forged, .signIn, 0) == nil, "\(forged)")
        }
        let ben = StoredOperator(
            Operator(name: try #require(OperatorName("ben")), role: .admin), password: anna.password,
            changedAt: anna.changedAt)
        #expect(KeyChallenge(text: made.text, for: ben, to: .signIn, at: made.at) == nil)
    }

    private func challenge(_ byte: UInt8, to purpose: KeyChallenge.Purpose) -> KeyChallenge {
        KeyChallenge(
            for: anna, to: purpose, random: [UInt8](repeating: byte, count: KeyChallenge.length),
            at: Timestamp(seconds: 100))
    }

    private func added(_ answer: String, _ byte: UInt8 = 1, at site: KeySite) throws -> SecurityKey {
        let (key, counter) = try AddedKey(answer).key(for: challenge(byte, to: .adding), at: site)
        return SecurityKey(
            id: key.id, name: anna.person.name, label: "key", site: site.id, publicKey: key.publicKey, counter: counter,
            createdAt: Timestamp(seconds: 100))
    }

    private func counter(_ answer: String, _ byte: UInt8 = 2, by key: SecurityKey, at site: KeySite) throws -> UInt32 {
        try KeySignature(answer).counter(by: key, for: challenge(byte, to: .signIn), at: site)
    }

    private func text(_ parts: [[UInt8]]) -> String { parts.map { Base64.encodeForURL($0) }.joined(separator: ".") }
}
