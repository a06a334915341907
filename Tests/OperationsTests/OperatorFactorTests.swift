import AccountCore
import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("An operator's authenticator app")
struct OperatorFactorTests {
    private let world = InMemoryWorld()
    private let service: OperatorService
    private let anna: Operator
    private var clock: ManualClock { world.clock }

    init() async throws {
        anna = Operator(name: try #require(OperatorName("anna")), role: .viewer)
        service = Self.service(world, .optional)
        try world.save(anna, password: try #require(PasswordHash.ofCorrectHorse))
        await service.refresh()
    }

    @Test("is asked for after the password, and lets its owner in with a code that is good once")
    func signIn() async throws {
        let secret = try await enroll()
        let pending = try #require(try await pending())
        #expect(await service.finish(pending, code: code(secret)) == .wrongCode, "it was used to add the app")
        clock.advance(by: .seconds(30))
        guard case .done(let person, let token, _) = await service.finish(pending, code: code(secret)) else {
            Issue.record("the right code was refused")
            return
        }
        #expect(person == anna && service.person(token: token) == anna)
        let second = try #require(try await self.pending())
        #expect(await service.finish(second, code: code(secret)) == .wrongCode, "a code is good once")
        let signIns = try world.auditLines(before: nil, limit: 20).map(\.entry).filter { $0.action == .signIn }
        let halves = signIns.filter { $0.subject.hasSuffix("password right, code asked") }
        #expect(halves.map(\.result) == [.failed, .failed], "who gets so far knows the password")
        #expect(signIns.filter { !halves.contains($0) }.map(\.result) == [.done, .failed])
    }

    @Test("ends the other sessions of its owner when it is added, for they have not proved it")
    func otherSessions() async throws {
        var tokens: [String] = []
        for _ in 0..<2 {
            guard case .done(_, let token, _) = await service.signIn(anna.name, password: "correct horse") else {
                continue
            }
            tokens.append(token)
        }
        let secret = service.newSecret(for: anna, keeping: nil)
        try await service.enroll(secret, code: code(secret), for: anna, keeping: tokens[0])
        #expect(tokens.map { service.person(token: $0) != nil } == [true, false])
    }

    @Test("starts anew after a reset: wrong codes for the former app keep nobody from a new one")
    func reset() async throws {
        let former = try await enroll()
        let pending = try #require(try await pending())
        let wrong = code(former) == "000000" ? "000001" : "000000"
        for _ in 0..<6 { _ = await service.finish(pending, code: wrong) }
        _ = try world.removeFactor(of: anna.name)
        await service.refresh()
        clock.advance(by: .seconds(1))
        _ = try await enroll()
        guard case .enrolled = service.factor(of: anna) else {
            Issue.record("the new app was refused")
            return
        }
    }

    @Test("a code that one dashboard has taken is not good at another")
    func replicas() async throws {
        let secret = try await enroll()
        let other = Self.service(world, .optional)
        await other.refresh()
        clock.advance(by: .seconds(30))
        let pending = try #require(try await pending())
        guard case .done = await service.finish(pending, code: code(secret)) else {
            Issue.record("the right code was refused")
            return
        }
        #expect(await other.finish(pending, code: code(secret)) == .wrongCode)
    }

    @Test("is needed at once: a dashboard that has not seen it yet begins no session by the password alone")
    func addedMeanwhile() async throws {
        let other = Self.service(world, .optional)
        await other.refresh()
        _ = try await enroll()
        #expect(await other.signIn(anna.name, password: "correct horse") == .wrong)
        #expect(try world.sessions().isEmpty)
    }

    @Test("a guesser has five codes in five minutes, however many come at once")
    func guesses() async throws {
        let secret = try await enroll()
        let pending = try #require(try await pending())
        let wrong = code(secret) == "000000" ? "000001" : "000000"
        let outcomes = await withTaskGroup(of: SignIn.self) { group in
            for _ in 0..<20 { group.addTask { [service] in await service.finish(pending, code: wrong) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .wrongCode } == 5)
        clock.advance(by: .seconds(30))
        guard case .tooMany = await service.finish(pending, code: code(secret)) else {
            Issue.record("the sixth try was taken")
            return
        }
    }

    @Test("what stands for the password is good for five minutes, for this person and this password only")
    func pendings() async throws {
        let secret = try await enroll()
        let pending = try #require(try await pending())
        clock.advance(by: .seconds(30))
        let damaged = (pending.first == "A" ? "B" : "A") + pending.dropFirst()
        for forged in ["", "a/b/anna", pending.replacing("anna", with: "ben"), damaged] {
            #expect(await service.finish(forged, code: code(secret)) == .wrong, "\(forged)")
        }
        clock.advance(by: PendingOperator.life)
        #expect(await service.finish(pending, code: code(secret)) == .wrong)
    }

    @Test("goes by a code of its owner, or by an admin")
    func removal() async throws {
        let secret = try await enroll()
        await #expect(throws: OperatorError.self) { try await service.removeFactor(code: code(secret), of: anna) }
        clock.advance(by: .seconds(30))
        try await service.removeFactor(code: code(secret), of: anna)
        #expect(try await pending() == nil, "the password alone is enough again")
        _ = try await enroll()
        let accounts = OperatorAccounts(store: world, permits: Permits(audit: world))
        try await accounts.resetFactor(of: anna.name, because: "lost", by: .terminal(user: "root"))
        await service.refresh()
        #expect(try await pending() == nil)
        await #expect(throws: OperatorError.nothing("second factor of anna")) {
            try await accounts.resetFactor(of: anna.name, because: "lost", by: .terminal(user: "root"))
        }
    }

    @Test("is not added without the keys of the codes, and lets nobody in at a dashboard without them")
    func keyless() async throws {
        let secret = try await enroll()
        let keyless = Self.service(world, .optional, keyRing: nil)
        await keyless.refresh()
        let pending = try #require(try await pending())
        clock.advance(by: .seconds(30))
        #expect(await keyless.finish(pending, code: code(secret)) == .locked)
        _ = try world.removeFactor(of: anna.name)
        await keyless.refresh()
        let new = keyless.newSecret(for: anna, keeping: nil)
        await #expect(throws: OperatorError.self) { try await keyless.enroll(new, code: code(new), for: anna) }
    }

    @Test("is asked of nobody where it is off, and is needed where it is required")
    func modes() async throws {
        let required = Self.service(world, .required)
        await required.refresh()
        #expect(required.mustEnroll(anna) && !service.mustEnroll(anna))
        _ = try await enroll()
        await required.refresh()
        #expect(!required.mustEnroll(anna))
        let off = Self.service(world, .off)
        await off.refresh()
        guard case .done = await off.signIn(anna.name, password: "correct horse") else {
            Issue.record("the password is not enough")
            return
        }
    }

    @Test("moves to a newer key of the codes, and opens for its owner only")
    func resealing() throws {
        let secrets = [1, 2].map { Base64.encodeForURL([UInt8](repeating: $0, count: 32)) }
        let (old, new) = (try KeyRing("k1:\(secrets[0])"), try KeyRing("k2:\(secrets[1])"))
        let both = try KeyRing("k2:\(secrets[1]),k1:\(secrets[0])")
        let purpose = OperatorFactor.purpose(of: anna.name)
        let sealed = try #require(old.seal([1, 2, 3], for: purpose))
        let factor = OperatorFactor(name: anna.name, secret: sealed, usedStep: 7, enrolledAt: clock.now)
        #expect(factor.resealed(by: old) == factor && factor.resealed(by: new) == nil)
        let moved = try #require(factor.resealed(by: both))
        #expect(moved.secret.keyName == "k2" && moved.usedStep == 7)
        #expect(new.open(moved.secret, for: purpose) == [1, 2, 3])
        let ben = try #require(OperatorName("ben"))
        #expect(new.open(moved.secret, for: OperatorFactor.purpose(of: ben)) == nil)
    }

    private static func service(
        _ world: InMemoryWorld, _ mode: SecondFactorPolicy.Mode, keyRing: KeyRing? = StoreBench.ring
    ) -> OperatorService {
        OperatorService(
            store: world, audit: world, now: { [clock = world.clock] in clock.now },
            random: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            policy: SecondFactorPolicy(mode, keyRing: keyRing))
    }

    private func enroll() async throws -> FactorSecret {
        let secret = service.newSecret(for: anna, keeping: nil)
        try await service.enroll(secret, code: code(secret), for: anna)
        return secret
    }

    private func code(_ secret: FactorSecret) -> String {
        TOTP.code(ofStep: TOTP.step(at: clock.now), secret: Base64.decode(secret.kept) ?? [])
    }

    /// Nil where the password alone signs in.
    private func pending() async throws -> String? {
        guard case .factor(let pending) = await service.signIn(anna.name, password: "correct horse") else { return nil }
        return pending
    }
}
