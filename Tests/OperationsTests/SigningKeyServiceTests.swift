import AccountCore
import AccountTesting
import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Changing signing keys, and resealing what the keys of the codes seal")
struct SigningKeyServiceTests {
    private let sample = OperatorSample()
    private let accountWorld = InMemoryAccountWorld()
    private let service: SigningKeyService
    private let root = Operator.terminal(user: "root")

    init() { service = SigningKeyService(store: accountWorld, permits: sample.permits) }

    @Test("a key is added and removed, each with a line; the key that signs stays")
    func life() async throws {
        let now = sample.clock.now
        try await service.add(key("a", from: now + .seconds(-60)), because: "", by: root)
        try await service.add(key("b", from: now + .seconds(60)), because: "", by: root)
        let signs = OperatorError.unusable("key a signs now; rotate first, and wait until the new key signs")
        await #expect(throws: signs) { try await service.previewRemoval(of: "a", at: now, for: root) }
        await #expect(throws: signs) { try await service.remove("a", at: now, because: "", by: root) }
        try await service.previewRemoval(of: "b", at: now, for: root)
        try await service.remove("b", at: now, because: "", by: root)
        await #expect(throws: OperatorError.nothing("key b")) {
            try await service.remove("b", at: now, because: "", by: root)
        }
        let done = ["signing key b removed", "signing key b made", "signing key a made"]
        #expect(try sample.audit() == done.map { "change-key done: \($0)" })
    }

    @Test("an operator who is no admin may not")
    func roles() async throws {
        let (person, now) = (try sample.person(.operator), sample.clock.now)
        await #expect(throws: OperatorError.forbidden(.changeKey)) {
            try await service.add(key("a", from: now), because: "", by: person)
        }
        await #expect(throws: OperatorError.forbidden(.changeKey)) {
            try await service.previewRemoval(of: "a", at: now, for: person)
        }
        #expect(try accountWorld.signingKeys().isEmpty)
    }

    @Test("keys under an older key are resealed once, and what cannot be opened is counted")
    func reseal() async throws {
        let keyRing = try KeyRing("new:\(Base64.encodeForURL(Array(repeating: 7, count: 32)))")
        for id in ["a", "b"] { try accountWorld.add(key(id, from: sample.clock.now)) }
        let service = ResealService(
            apps: sample.world, signingKeys: accountWorld, projects: accountWorld, permits: sample.permits)
        for expected in [1, 0] {
            let count = try await service.reseal(
                by: keyRing, signingKey: { $0.id == "a" ? key("a", sealedBy: "new", from: $0.activeFrom) : nil },
                because: "", by: root)
            #expect(count.resealed == expected && count.locked == 1)
        }
        #expect(try accountWorld.signingKeys().first?.secret.keyName == "new")
        #expect(try sample.audit() == ["change-test-number done: codes and secrets: 1 resealed"])
    }

    @Test("a captcha's secret is resealed for its project, and one that cannot be opened is counted")
    func resealCaptchas() async throws {
        let (one, two) = (Self.ringSecret(1), Self.ringSecret(2))
        let (old, both) = (try KeyRing("k1:\(one)"), try KeyRing("k2:\(two),k1:\(one)"))
        for (id, owner) in [("demo-shop", "demo-shop"), ("demo-bank", "demo-shop")] {
            let (id, owner) = (try #require(ProjectID(id)), try #require(ProjectID(owner)))
            let secret = try #require(old.seal(captchaSecret: "0xSecret", of: owner))
            var project = Project(id, app: try #require(AppID(id.text)), number: 0)
            let site = try #require(CaptchaSite(.turnstile, siteKey: "1x0", secret: secret))
            project.proofs.captcha = site
            _ = try accountWorld.save(project)
        }
        let service = ResealService(
            apps: sample.world, signingKeys: accountWorld, projects: accountWorld, permits: sample.permits)
        for expected in [1, 0] {
            let count = try await service.reseal(by: both, signingKey: { $0 }, because: "", by: root)
            #expect(count.resealed == expected && count.locked == 1)
        }
        let secrets = try accountWorld.projects().compactMap(\.proofs.captcha?.secret)
        #expect(secrets.map(\.keyName) == ["k1", "k2"])
        let shop = try #require(ProjectID("demo-shop"))
        #expect(try KeyRing("k2:\(two)").open(captchaSecret: secrets[1], of: shop) == "0xSecret")
    }

    private static func ringSecret(_ byte: UInt8) -> String { Base64.encodeForURL(Array(repeating: byte, count: 32)) }

    private func key(_ id: String, sealedBy name: String = "old", from moment: Timestamp) -> SigningKey {
        SigningKey(
            id: id, secret: SealedCode(keyName: name, bytes: [1]), certificate: "", activeFrom: moment)
    }
}
