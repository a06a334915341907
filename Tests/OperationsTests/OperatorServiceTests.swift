import Operations
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@Suite("Signing in")
struct OperatorServiceTests {
    private let world = InMemoryWorld()
    private let service: OperatorService
    private let anna: OperatorName
    private var clock: ManualClock { world.clock }

    init() throws {
        let (clock, counter) = (world.clock, Counter())
        service = OperatorService(
            store: world, audit: world, now: { clock.now },
            random: { count in [UInt8](repeating: counter.next, count: count) })
        anna = try #require(OperatorName("anna"))
    }

    @Test("lets a person in by the password, knows the person by the token, and forgets the person who signs out")
    func inAndOut() async throws {
        try await add(.support)
        let token = try #require(token(await service.signIn(anna, password: "correct horse")))
        #expect(service.person(token: token) == Operator(name: anna, role: .support))
        #expect(try world.sessions().count == 1)
        await service.signOut(token: token)
        #expect(service.person(token: token) == nil)
        #expect(try world.sessions().isEmpty)
        let lines = try world.auditLines(before: nil, limit: 10).map { "\($0.entry.actor) \($0.entry.action.rawValue)" }
        #expect(lines == ["anna sign-out", "anna sign-in"])
    }

    @Test("notes a wrong password with the caller's address, and of a name that nobody has only that there was one")
    func wrongTriesNoted() async throws {
        try await add(.support)
        let client = OperatorClient(address: IPAddress("192.0.2.1"))
        _ = await service.signIn(anna, password: "wrong", from: client)
        _ = await service.signIn(try #require(OperatorName("correct-horse")), password: "wrong", from: client)
        let entries = ["unknown name", "anna"].map { name in
            AuditEntry(
                actor: name, action: .signIn, subject: "dashboard", result: .failed, address: client.address)
        }
        #expect(try world.auditLines(before: nil, limit: 10).map(\.entry) == entries)
    }

    @Test("a flood of wrong passwords has a line a minute, which says how many there were")
    func flood() async throws {
        try await add(.support)
        let client = OperatorClient(address: IPAddress("192.0.2.1"))
        for _ in 0..<30 { _ = await service.signIn(anna, password: "wrong", from: client) }
        let subjects = { try world.auditLines(before: nil, limit: 100).map(\.entry.subject) }
        #expect(try subjects() == ["dashboard"])
        await service.refresh()
        #expect(try subjects() == ["dashboard"])
        clock.advance(by: .seconds(60))
        await service.refresh()
        await service.refresh()
        #expect(try subjects() == ["dashboard: 29 tries", "dashboard"])
        clock.advance(by: .seconds(600))
        await service.refresh()
        #expect(try subjects().count == 2, "what is told is told once")
    }

    @Test("what the audit did not take is told when it is back")
    func refusedWhileAway() async throws {
        try await add(.support)
        world.away = [.operatorsAndAudit]
        for _ in 0..<3 { await service.refuse(nil, from: .unknown) }
        world.away = []
        clock.advance(by: .seconds(60))
        await service.refresh()
        #expect(try world.auditLines(before: nil, limit: 10).map(\.entry.subject) == ["dashboard: 3 tries"])
    }

    @Test("a session says where it began, and within a minute when it was last used")
    func use() async throws {
        try await add(.support)
        let client = OperatorClient(address: IPAddress("2001:db8::1"), browser: "Firefox on Linux")
        let token = try #require(
            token(await service.signIn(anna, password: "correct horse", from: client)))
        #expect(try world.sessions().map(\.client) == [client])
        let beganAt = clock.now
        for (passing, seen) in [(30, 0), (40, 70), (10, 70)] as [(Int64, Int64)] {
            clock.advance(by: .seconds(passing))
            #expect(service.person(token: token) != nil)
            await service.refresh()
            #expect(try world.sessions().map(\.seenAt) == [beganAt + .seconds(seen)])
        }
        let line = try #require(try world.auditLines(before: nil, limit: 1).first)
        #expect(line.entry.action == .signIn && line.entry.address == client.address)
    }

    @Test("says of a wrong name and of a wrong password the same")
    func wrong() async throws {
        try await add(.support)
        #expect(await service.signIn(anna, password: "wrong") == .wrong)
        #expect(await service.signIn(try #require(OperatorName("nobody")), password: "correct horse") == .wrong)
        #expect(service.person(token: "") == nil && service.person(token: "made up") == nil)
    }

    @Test("is closed before anybody was added")
    func closed() async throws {
        #expect(await service.signIn(anna, password: "correct horse") == .closed)
        await service.refresh()
        #expect(!service.isOpen)
        #expect(await service.signIn(anna, password: "correct horse") == .closed)
    }

    @Test("takes no password after ten wrong passwords for a name, for ten minutes")
    func guesses() async throws {
        try await add(.support)
        for _ in 0..<10 { #expect(await service.signIn(anna, password: "wrong") == .wrong) }
        guard case .tooMany(let wait) = await service.signIn(anna, password: "correct horse") else {
            Issue.record("the eleventh try was taken")
            return
        }
        #expect(wait > .zero && wait <= .seconds(610))
        clock.advance(by: wait)
        #expect(token(await service.signIn(anna, password: "correct horse")) != nil)
    }

    @Test("a stranger's guesses keep nobody out of a browser that is known, and a known browser has ten guesses itself")
    func knownBrowser() async throws {
        try await add(.support)
        guard case .done(_, _, let browser) = await service.signIn(anna, password: "correct horse") else {
            Issue.record("the right password was refused")
            return
        }
        for _ in 0..<10 { _ = await service.signIn(anna, password: "wrong") }
        #expect(token(await service.signIn(anna, password: "correct horse")) == nil)
        #expect(token(await service.signIn(anna, password: "correct horse", browser: "made up")) == nil)
        #expect(token(await service.signIn(anna, password: "correct horse", browser: browser.text)) != nil)
        for _ in 0..<10 { _ = await service.signIn(anna, password: "wrong", browser: browser.text) }
        #expect(token(await service.signIn(anna, password: "correct horse", browser: browser.text)) == nil)
    }

    @Test("a thief of a browser's cookie does not keep its owner out, whose browser then counts as a new browser")
    func stolen() async throws {
        try await add(.support)
        guard case .done(_, _, let browser) = await service.signIn(anna, password: "correct horse") else {
            Issue.record("the right password was refused")
            return
        }
        for _ in 0..<10 { _ = await service.signIn(anna, password: "wrong", browser: browser.text) }
        #expect(token(await service.signIn(anna, password: "correct horse", browser: browser.text)) != nil)
    }

    @Test("no more than ten wrong passwords are tried, however many come at once")
    func crowd() async throws {
        try await add(.support)
        let outcomes = await withTaskGroup(of: SignIn.self) { group in
            for _ in 0..<40 { group.addTask { [service, anna] in await service.signIn(anna, password: "wrong") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .wrong } <= 10)
        guard case .tooMany = await service.signIn(anna, password: "correct horse") else {
            Issue.record("the forty-first try was taken")
            return
        }
    }

    @Test("tokens that nobody gave out end nothing, and cost the store a few questions at the next look")
    func madeUpTokens() async throws {
        try await add(.support)
        let token = try #require(token(await service.signIn(anna, password: "correct horse")))
        let before = world.operatorQuestions
        for number in 0..<1_000 { await service.signOut(token: "made up \(number)") }
        #expect(world.operatorQuestions == before)
        await service.refresh()
        #expect(world.operatorQuestions - before <= 40)
        #expect(service.person(token: token) != nil)
    }

    @Test("whoever signs out at a process that has not heard of the session yet is out with the next look")
    func otherProcess() async throws {
        try await add(.support)
        let token = try #require(token(await service.signIn(anna, password: "correct horse")))
        let (clock, other) = (clock, Counter())
        let second = OperatorService(
            store: world, audit: world, now: { clock.now },
            random: { count in [UInt8](repeating: other.next, count: count) })
        await second.signOut(token: token)
        await second.refresh()
        await service.refresh()
        #expect(service.person(token: token) == nil)
    }

    @Test("a removed person is out with the next look at the store, and so is a person with another role")
    func removed() async throws {
        try await add(.support)
        let token = try #require(token(await service.signIn(anna, password: "correct horse")))
        try await add(.viewer)
        #expect(service.person(token: token) == nil)
        let second = try #require(self.token(await service.signIn(anna, password: "correct horse")))
        #expect(try world.remove(anna))
        await service.refresh()
        #expect(service.person(token: second) == nil)
        #expect(await service.signIn(anna, password: "correct horse") == .closed)
    }

    @Test("a session ends after twelve hours")
    func life() async throws {
        try await add(.support)
        let token = try #require(token(await service.signIn(anna, password: "correct horse")))
        clock.advance(by: OperatorSession.life)
        #expect(service.person(token: token) == nil)
    }

    @Test("people sign in and out while the store is away, and the store learns of it when it is back")
    func away() async throws {
        try await add(.support)
        world.away = [.operatorsAndAudit]
        let token = try #require(token(await service.signIn(anna, password: "correct horse")))
        let other = try #require(self.token(await service.signIn(anna, password: "correct horse")))
        await service.refresh()
        await service.signOut(token: other)
        #expect(service.person(token: token)?.name == anna && service.person(token: other) == nil)
        world.away = []
        await service.refresh()
        #expect(service.person(token: token)?.name == anna && service.person(token: other) == nil)
        #expect(try world.sessions().count == 1)
    }

    @Test("whoever signed in with a password that was changed while the store was away is out when it is back")
    func changedWhileAway() async throws {
        try await add(.support)
        world.away = [.operatorsAndAudit]
        let token = try #require(token(await service.signIn(anna, password: "correct horse")))
        world.away = []
        try await add(.support)
        #expect(service.person(token: token) == nil)
    }

    @Test("keeps the promises of a store that its own tests rely on")
    func fake() async throws {
        try await exerciseOperators(world, now: { clock.now }, passing: { clock.advance(by: $0) })
        try await exerciseAudit(InMemoryWorld(mostLines: 4))
        try await exerciseOperatorFactors(InMemoryWorld(), now: clock.now)
        try await exerciseOperatorIdentities(InMemoryWorld(), now: { clock.now })
        try await exerciseSecurityKeys(InMemoryWorld(), now: clock.now)
    }

    private func add(_ role: OperatorRole) async throws {
        let password = try #require(PasswordHash.ofCorrectHorse)
        try world.save(Operator(name: anna, role: role), password: password)
        await service.refresh()
    }

    private func token(_ signIn: SignIn) -> String? {
        guard case .done(_, let token, _) = signIn else { return nil }
        return token
    }
}

private final class Counter: Sendable {
    private let count = Mutex<UInt8>(0)

    var next: UInt8 {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
