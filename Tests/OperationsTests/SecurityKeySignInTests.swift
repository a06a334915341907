import AccountCore
import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("An operator's security key")
struct SecurityKeySignInTests {
    private let world = InMemoryWorld()
    private let service: OperatorService
    private let anna: Operator
    private let site: KeySite
    private var clock: ManualClock { world.clock }

    init() async throws {
        anna = Operator(name: try #require(OperatorName("anna")), role: .viewer)
        site = try #require(KeySite(url: "https://ops.example.com/ops"))
        service = Self.service(world, site: site)
        try world.save(anna, password: try #require(PasswordHash.ofCorrectHorse))
        await service.refresh()
    }

    @Test("is asked for after the password, lets its owner in, and signs each challenge once")
    func signIn() async throws {
        let key = VirtualSecurityKey()
        try await add(key)
        #expect(service.securityKeys(of: anna).map(\.label) == ["blue"])
        let (pending, field) = try await asked()
        let answer = try key.signed(field)
        guard case .done(let person, _, _) = await finish(pending, answer, field) else {
            Issue.record("the key was refused")
            return
        }
        #expect(person == anna)
        #expect(await finish(pending, answer, field) == .wrongKey(.usedBefore))
        clock.advance(by: .seconds(1))
        let (second, other) = try await asked()
        #expect(await finish(second, answer, other) == .wrongKey(.otherChallenge))
        guard case .done = await finish(second, try key.signed(other), other) else {
            Issue.record("a key that does not count was refused the second time")
            return
        }
        let lines = try world.auditLines(before: nil, limit: 30).map(\.entry)
        let words = lines.map { "\($0.action.rawValue) \($0.result.rawValue): \($0.subject)" }
        #expect(words.contains("change-own-access done: security key added: blue"))
        #expect(words.count { $0 == "sign-in done: dashboard, by the security key blue" } == 2)
        #expect(words.contains("sign-in failed: dashboard: security key refused, the answer was used before"))
    }

    @Test("that has signed less often than before is refused, and the audit says why")
    func counter() async throws {
        let key = VirtualSecurityKey()
        try await add(key, counter: 7)
        for (count, isTaken) in [(UInt32(7), false), (8, true), (8, false), (6, false), (0, false), (9, true)] {
            clock.advance(by: .seconds(1))
            let (pending, field) = try await asked()
            let outcome = await finish(pending, try key.signed(field, counter: count), field)
            if case .done = outcome {
                #expect(isTaken, "\(count)")
            } else {
                #expect(!isTaken && outcome == .wrongKey(.counterWentBack), "\(count)")
            }
        }
        let lines = try world.auditLines(before: nil, limit: 50).map(\.entry)
        #expect(lines.count { $0.subject.contains("its counter went back") && $0.result == .failed } == 4)
    }

    @Test("of another person, of a former key, or for another purpose lets nobody in")
    func forgeries() async throws {
        let key = VirtualSecurityKey()
        try await add(key)
        let (pending, field) = try await asked()
        let stranger = VirtualSecurityKey(1)
        #expect(await finish(pending, try stranger.signed(field), field) == .wrongKey(.wrongSignature))
        #expect(await finish(pending, try VirtualSecurityKey(2).signed(field), field) == .wrongKey(.unknownKey))
        #expect(await service.finish(pending, code: "123456") == .wrongCode, "no code stands for a key")
        let adding = try #require(service.newKeyRequest(for: anna, at: site)).challenge.text
        #expect(await finish(pending, try key.signed(adding), adding) == .wrongKey(.otherChallenge))
        #expect(await finish("", try key.signed(field), field) == .wrong, "the password was not proved")
        var phished = key
        phished.origin = "https://ops.examp1e.com"
        #expect(
            await finish(pending, try phished.signed(field), field) == .wrongKey(.otherOrigin(phished.origin)))
        let answer = try key.signed(field)
        clock.advance(by: KeyChallenge.life)
        #expect(await finish(pending, answer, field) == .wrong, "all of it is over")
    }

    @Test("answers one dashboard only once, and another one not at all")
    func replicas() async throws {
        let key = VirtualSecurityKey()
        try await add(key)
        let other = Self.service(world, site: site)
        await other.refresh()
        let (pending, field) = try await asked()
        let answer = try key.signed(field)
        guard case .done = await finish(pending, answer, field) else {
            Issue.record("the key was refused")
            return
        }
        #expect(await other.finish(pending, key: answer, to: field, at: site) == .wrongKey(.usedBefore))
    }

    @Test("is needed at once: a dashboard that has not seen it yet begins no session by the password alone")
    func addedMeanwhile() async throws {
        let other = Self.service(world, site: site)
        await other.refresh()
        try await add(VirtualSecurityKey())
        #expect(await other.signIn(anna.name, password: "correct horse") == .wrong)
        #expect(try world.sessions().isEmpty)
        await other.refresh()
        guard case .factor = await other.signIn(anna.name, password: "correct horse") else {
            Issue.record("the key was not asked for")
            return
        }
    }

    @Test("lets its owner in once while the store is away, and stays used when the store is back")
    func outage() async throws {
        let key = VirtualSecurityKey()
        try await add(key)
        let (pending, field) = try await asked()
        let answer = try key.signed(field)
        world.away = [.operatorsAndAudit]
        guard case .done = await finish(pending, answer, field) else {
            Issue.record("a person on call was kept out")
            return
        }
        #expect(await finish(pending, answer, field) == .wrongKey(.usedBefore))
        world.away = []
        await service.refresh()
        #expect(await finish(pending, answer, field) == .wrongKey(.usedBefore))
    }

    @Test("needs the password to be added and to be removed, and is added once")
    func adding() async throws {
        let key = VirtualSecurityKey()
        let field = try #require(service.newKeyRequest(for: anna, at: site)).challenge.text
        let add = { (key: VirtualSecurityKey, password: String, label: String) async throws in
            try await service.addSecurityKey(
                key.made(for: field), to: field, called: label, password: password, of: anna, at: site, keeping: nil)
        }
        for (password, label) in [("wrong", "blue"), ("correct horse", ""), ("correct horse", "two\nlines")] {
            await #expect(throws: OperatorError.self) { try await add(key, password, label) }
        }
        #expect(service.securityKeys(of: anna).isEmpty)
        try await add(key, "correct horse", "blue")
        await #expect(throws: OperatorError.self, "the challenge is used up") {
            try await add(VirtualSecurityKey(2), "correct horse", "red")
        }
        await #expect(throws: OperatorError.self, "the key is known") { try await self.add(key) }
        let request = try #require(service.newKeyRequest(for: anna, at: site))
        #expect(request.known == [key.id], "the browser makes no key twice")
        let id = try #require(service.securityKeys(of: anna).first).shortID
        await #expect(throws: OperatorError.self) {
            try await service.removeSecurityKey(id, password: "wrong", of: anna)
        }
        try await service.removeSecurityKey(id, password: "correct horse", of: anna)
        #expect(service.securityKeys(of: anna).isEmpty)
        guard case .done = await service.signIn(anna.name, password: "correct horse") else {
            Issue.record("the password is not enough")
            return
        }
    }

    @Test("ten are enough")
    func most() async throws {
        for id in 1...UInt8(SecurityKey.most) { try await add(VirtualSecurityKey(id)) }
        #expect(service.whyNoNewKey(of: anna, at: site) != nil)
        await #expect(throws: OperatorError.self) { try await add(VirtualSecurityKey(99)) }
        #expect(service.securityKeys(of: anna).count == SecurityKey.most)
    }

    @Test("does for an installation that needs a second factor, and goes by an admin with the app")
    func required() async throws {
        let required = Self.service(world, site: site, .required)
        await required.refresh()
        #expect(required.mustEnroll(anna))
        try await add(VirtualSecurityKey())
        await required.refresh()
        #expect(!required.mustEnroll(anna))
        let accounts = OperatorAccounts(store: world, permits: Permits(audit: world))
        let standing = try #require(try await accounts.all(for: .terminal(user: "root")).first)
        #expect(standing.factors.keys.count == 1 && standing.factors.app == nil)
        try await accounts.resetFactor(of: anna.name, because: "lost", by: .terminal(user: "root"))
        await required.refresh()
        #expect(required.mustEnroll(anna))
    }

    @Test("of another address is named, and asks nothing here")
    func elsewhere() async throws {
        try await add(VirtualSecurityKey())
        let moved = Self.service(world, site: KeySite(url: "https://new.example.com"))
        await moved.refresh()
        guard case .factor(let pending) = await moved.signIn(anna.name, password: "correct horse") else {
            Issue.record("the password alone was enough")
            return
        }
        let step = try #require(moved.secondStep(pending, at: moved.keySite(for: "localhost:8089")))
        #expect(step.request == nil && !step.takesCode && step.otherSites == ["ops.example.com"])
    }

    @Test("works without a setting on this machine only")
    func loopback() {
        let bare = Self.service(world, site: nil)
        #expect(bare.keySite(for: "localhost:8089")?.origin == "http://localhost:8089")
        for other in ["ops.example.com", "evil.example", nil] { #expect(bare.keySite(for: other) == nil) }
        #expect(bare.whyNoNewKey(of: anna, at: nil)?.contains("dashboard.url") == true)
        #expect(service.keySite(for: "localhost:8089") == site, "a setting stands above what a browser says")
    }

    private static func service(
        _ world: InMemoryWorld, site: KeySite?, _ mode: SecondFactorPolicy.Mode = .optional
    ) -> OperatorService {
        OperatorService(
            store: world, audit: world, now: { [clock = world.clock] in clock.now },
            random: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            policy: SecondFactorPolicy(mode, keyRing: StoreBench.ring, site: site))
    }

    private func add(_ key: VirtualSecurityKey, counter: UInt32 = 0) async throws {
        let field = try #require(service.newKeyRequest(for: anna, at: site)).challenge.text
        try await service.addSecurityKey(
            key.made(for: field, counter: counter), to: field, called: "blue", password: "correct horse", of: anna,
            at: site, keeping: nil)
    }

    /// What stands for the password, and the challenge, as the form has them.
    private func asked() async throws -> (pending: String, challenge: String) {
        guard case .factor(let pending) = await service.signIn(anna.name, password: "correct horse") else {
            throw CancellationError()
        }
        let step = try #require(service.secondStep(pending, at: site))
        return (pending, try #require(step.request).challenge.text)
    }

    private func finish(_ pending: String, _ answer: String, _ challenge: String) async -> SignIn {
        await service.finish(pending, key: answer, to: challenge, at: site)
    }
}
