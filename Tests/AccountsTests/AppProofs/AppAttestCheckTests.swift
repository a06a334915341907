import AccountCore
import StrictJSON
import Testing
import VerificationCore

@testable import Accounts

/// Attestations and an assertion that Apple's service and devices have made.
@Suite("App Attest")
struct AppAttestCheckTests {
    /// A day in February 2024, at which all of them were good.
    private let now = Timestamp(seconds: 1_707_340_136)
    private let rules: AppAttestRules
    private let development: AppAttestRules

    init() throws {
        rules = try #require(AppAttestRules(apps: ["TEAM123456.com.example", AppleAttestation.app]))
        var development = rules
        development.allowsDevelopment = true
        self.development = development
    }

    @Test("an attestation of Apple's leads to Apple's root, and tells the key")
    func production() async throws {
        let id = try bytes(AppleAttestation.productionKey)
        let object = try attestation(AppleAttestation.productionObject)
        let hash = try bytes(AppleAttestation.productionHash)
        let key = try #require(await AppAttestCheck(rules: rules).key(id, attestedBy: object, for: hash, at: now))
        #expect(key.id == id && key.app == AppleAttestation.app && !key.isDevelopment && key.counter == 0)
        #expect(key.publicKey.count == 65)
        // The certificate of the key is from the day before, and for ten months; the intermediate is older.
        for (offset, isGood) in [(-86_400 * 3, false), (-86_000, true), (86_400 * 300, true), (86_400 * 330, false)] {
            let moment = now + .seconds(offset)
            let found = await AppAttestCheck(rules: rules).key(id, attestedBy: object, for: hash, at: moment)
            #expect((found != nil) == isGood, "\(offset)")
        }
    }

    @Test("an attestation for another app, key or challenge, or by another root, proves nothing")
    func others() async throws {
        let id = try bytes(AppleAttestation.productionKey)
        let object = try attestation(AppleAttestation.productionObject)
        let hash = try bytes(AppleAttestation.productionHash)
        let stranger = try #require(AppAttestRules(apps: ["TEAM123456.com.example", "V8H6LQ9448.io.uebelacker"]))
        #expect(await AppAttestCheck(rules: stranger).key(id, attestedBy: object, for: hash, at: now) == nil)
        var forged = rules
        forged.root = try TokenFixture.key(0).certificate
        #expect(await AppAttestCheck(rules: forged).key(id, attestedBy: object, for: hash, at: now) == nil)
        for (id, hash) in [
            (try bytes(AppleAttestation.developmentKey), hash), (id, try bytes(AppleAttestation.developmentHash)),
            (id, []), ([], hash), (id + [0], hash),
        ] {
            #expect(await AppAttestCheck(rules: rules).key(id, attestedBy: object, for: hash, at: now) == nil)
        }
    }

    @Test("a key of an app in development is good only where the project says so")
    func inDevelopment() async throws {
        let id = try bytes(AppleAttestation.developmentKey)
        let object = try attestation(AppleAttestation.developmentObject)
        let hash = try bytes(AppleAttestation.developmentHash)
        #expect(await AppAttestCheck(rules: rules).key(id, attestedBy: object, for: hash, at: now) == nil)
        let key = await AppAttestCheck(rules: development).key(id, attestedBy: object, for: hash, at: now)
        #expect(key?.isDevelopment == true)
    }

    @Test("an attestation with any changed byte before its receipt is refused, and so is every part of one")
    func changed() async throws {
        let id = try bytes(AppleAttestation.productionKey)
        let all = try bytes(AppleAttestation.productionObject)
        let hash = try bytes(AppleAttestation.productionHash)
        let check = AppAttestCheck(rules: rules)
        // The receipt is for Apple, and is not looked at; the certificates end before byte 1,440.
        let places = Array(stride(from: 0, to: 1_440, by: 29)) + Array((all.count - 160)..<all.count)
        for place in places {
            var bytes = all
            bytes[place] ^= 0x01
            guard let object = AppAttestation(bytes) else { continue }
            let key = await check.key(id, attestedBy: object, for: hash, at: now)
            #expect(key == nil, "\(place)")
        }
        for length in stride(from: 0, to: all.count, by: 17) {
            #expect(AppAttestation(Array(all.prefix(length))) == nil, "\(length)")
        }
        #expect(AppAttestation(all + [0]) == nil)
        #expect(AppAttestation(Array(repeating: 0x81, count: 20_000)) == nil)
    }

    @Test("an assertion of a device is good for its key, its app, its bytes, and a greater counter")
    func assertion() throws {
        let assertion = try #require(AppAssertion(try header()))
        let check = AppAttestCheck(rules: rules)
        let signed = Array(AppleAttestation.clientData.utf8)
        #expect(assertion.authenticatorData.counter == 1)
        #expect(check.isGood(assertion, by: try key(), over: signed))
        #expect(!check.isGood(assertion, by: try key(), over: signed + [0]))
        #expect(!check.isGood(assertion, by: try key(counter: 1), over: signed))
        #expect(!check.isGood(assertion, by: try key(app: "TEAM123456.com.example"), over: signed))
        #expect(!check.isGood(assertion, by: try key(app: "TEAM123456.of.nobody"), over: signed))
        #expect(!check.isGood(assertion, by: try key(isDevelopment: true), over: signed))
        #expect(AppAttestCheck(rules: development).isGood(assertion, by: try key(isDevelopment: true), over: signed))
        let noPoint = try bytes(AppleAttestation.developmentKey) + (try bytes(AppleAttestation.productionKey))
        #expect(!check.isGood(assertion, by: try key(publicKey: [4] + noPoint), over: signed))
        #expect(!check.isGood(assertion, by: try key(publicKey: []), over: signed))
    }

    @Test("a header that is no assertion is refused")
    func headers() throws {
        let good = try header()
        #expect(AppAssertion(good) != nil)
        let parts = good.split(separator: ".").map(String.init)
        for text in [
            "", ".", "..", "...", parts[0], "\(parts[0]).\(parts[1])", good + ".", good + ".x", "x" + good, good + "!",
            "\(parts[0]).\(parts[1]).\(parts[2])AAAA", ".\(parts[1]).\(parts[2])",
            "\(parts[0]).\(String(repeating: "a", count: 2_000)).\(parts[2])",
        ] { #expect(AppAssertion(text) == nil, "\(text)") }
    }

    private func header() throws -> String {
        "\(AppleAttestation.assertingKey).challenge.\(AppleAttestation.assertion.filter { !$0.isWhitespace })"
    }

    private func key(
        app: String = AppleAttestation.app, publicKey: [UInt8]? = nil, counter: UInt32 = 0, isDevelopment: Bool = false
    ) throws -> AttestedKey {
        AttestedKey(
            id: try bytes(AppleAttestation.assertingKey), app: app,
            publicKey: try publicKey ?? bytes(AppleAttestation.assertingPoint), counter: counter,
            isDevelopment: isDevelopment)
    }

    private func attestation(_ text: String) throws -> AppAttestation {
        try #require(AppAttestation(try bytes(text)))
    }

    /// The tables of bytes are in lines of a readable length.
    private func bytes(_ text: String) throws -> [UInt8] {
        try #require(Base64.decode(text.filter { !$0.isWhitespace }))
    }
}
