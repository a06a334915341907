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
            apps: sample.world, signingKeys: accountWorld, projects: accountWorld, accounts: accountWorld,
            operators: sample.world, permits: sample.permits)
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
            apps: sample.world, signingKeys: accountWorld, projects: accountWorld, accounts: accountWorld,
            operators: sample.world, permits: sample.permits)
        for expected in [1, 0] {
            let count = try await service.reseal(by: both, signingKey: { $0 }, because: "", by: root)
            #expect(count.resealed == expected && count.locked == 1)
        }
        let secrets = try accountWorld.projects().compactMap(\.proofs.captcha?.secret)
        #expect(secrets.map(\.keyName) == ["k1", "k2"])
        let shop = try #require(ProjectID("demo-shop"))
        #expect(try KeyRing("k2:\(two)").open(captchaSecret: secrets[1], of: shop) == "0xSecret")
    }

    @Test("the secrets of other providers and of authenticator apps are resealed too")
    func resealFactors() async throws {
        let (one, two) = (Self.ringSecret(1), Self.ringSecret(2))
        let (old, both) = (try KeyRing("k1:\(one)"), try KeyRing("k2:\(two),k1:\(one)"))
        let (shop, google) = (try #require(ProjectID("demo-shop")), try #require(ProviderID("google.com")))
        var (project, provider) = (
            Project(shop, app: try #require(AppID("demo")), number: 0), IdentityProvider(google)
        )
        provider.secret = old.seal([7], for: IdentityProvider.purpose(of: shop, google))
        project.identities[google] = provider
        _ = try accountWorld.save(project)
        var ann = Account(try #require(LocalID("ann")), createdAt: sample.clock.now)
        let secret = try #require(old.seal([8], for: TOTPFactor.purpose(of: shop, ann.id)))
        ann.factors = [
            SecondFactor("app", kind: .totp(TOTPFactor(secret: secret, usedStep: 1)), enrolledAt: sample.clock.now)
        ]
        _ = try accountWorld.add(ann, with: nil, to: shop)
        let service = ResealService(
            apps: sample.world, signingKeys: accountWorld, projects: accountWorld, accounts: accountWorld,
            operators: sample.world, permits: sample.permits)
        for expected in [2, 0] {
            let count = try await service.reseal(by: both, signingKey: { $0 }, because: "", by: root)
            #expect(count.resealed == expected && count.locked == 0)
        }
        let (new, kept) = (try KeyRing("k2:\(two)"), try accountWorld.projects().first?.identities[google]?.secret)
        #expect(new.open(try #require(kept), for: IdentityProvider.purpose(of: shop, google)) == [7])
        let factor = try accountWorld.accounts(named: [.id(ann.id)], of: shop).first?.factors.first
        guard case .totp(let app) = factor?.kind else { throw StoreError.broken("the factor is gone") }
        #expect(new.open(app.secret, for: TOTPFactor.purpose(of: shop, ann.id)) == [8])
    }

    private static func ringSecret(_ byte: UInt8) -> String { Base64.encodeForURL(Array(repeating: byte, count: 32)) }

    private func key(_ id: String, sealedBy name: String = "old", from moment: Timestamp) -> SigningKey {
        SigningKey(
            id: id, secret: SealedCode(keyName: name, bytes: [1]), certificate: "", activeFrom: moment)
    }
}
