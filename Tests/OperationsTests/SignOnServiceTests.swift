import AccountCore
import AccountTesting
import Operations
import StrictJSON
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@Suite("Operators who come in by single sign-on")
struct SignOnServiceTests {
    private let world = InMemoryWorld()
    private let provider = ScriptedSignOnProvider()
    private let operators: OperatorService
    private let service: SignOnService
    private let client: OperatorClient
    private var clock: ManualClock { world.clock }

    init() async throws {
        let clock = world.clock
        let numbers = Mutex<UInt8>(0)
        operators = OperatorService(
            store: world, audit: world, now: { clock.now },
            random: { count in
                let next = numbers.withLock { number in
                    number += 1
                    return number
                }
                return [UInt8](repeating: next, count: count)
            }, policy: SecondFactorPolicy(.required, keyRing: StoreBench.ring))
        service = SignOnService(
            SignOnPlan(
                SignOnClient(issuer: ScriptedSignOnProvider.issuer, id: "dash", secret: nil),
                policy: SignOnPolicy(
                    claim: "groups", roles: ["admins": .admin, "oncall": .operator], fallback: nil),
                scopes: "openid profile", dashboard: "https://ops.example/ops", label: "Sign in with ID"),
            provider: provider, store: world, operators: operators)
        client = OperatorClient(address: IPAddress("192.0.2.7"))
        await operators.refresh()
    }

    /// Takes a browser to the provider and back.
    private func signIn(
        _ groups: [String] = ["oncall"], name: String = "anna", subject: String = "7", code: String = "code"
    ) async throws -> Result<String, SignOnRefusal> {
        let start = try await service.begin(to: "/queues", from: client).get()
        provider.give(
            code,
            for: [
                "sub": .string(subject), "preferred_username": .string(name),
                "groups": .array(groups.map { .string($0) }),
            ])
        return await back(from: start, code: code)
    }

    private func back(
        from start: SignOnService.Start, code: String? = nil, state: String? = nil, error: String? = nil,
        issuer: String? = nil
    ) async -> Result<String, SignOnRefusal> {
        let own = start.fields.first { $0.name == "state" }?.value
        let answer = SignOnService.Answer(state: state ?? own, code: code, error: error, issuer: issuer)
        return await service.finish(answer, kept: start.kept, from: client).map { $0.token }
    }

    private func audit() throws -> [String] {
        try world.auditLines(before: nil, limit: 50).map { line in
            "\(line.entry.actor) \(line.entry.action.rawValue) \(line.entry.result.rawValue): \(line.entry.subject)"
        }
    }

    @Test("begin at the provider with all that binds its answer to this browser, and end where they wanted to go")
    func flow() async throws {
        let start = try await service.begin(to: "/queues", from: client).get()
        let fields = Dictionary(start.fields.map { ($0.name, $0.value) }) { first, _ in first }
        let attempt = try #require(SignOnAttempt(text: start.kept))
        #expect(start.url == "https://id.example/auth?tenant=1")
        #expect(
            fields == [
                "response_type": "code", "client_id": "dash", "scope": "openid profile", "state": attempt.state,
                "redirect_uri": "https://ops.example/ops/sign-in/provider/answer", "nonce": attempt.nonce,
                "code_challenge": attempt.challenge, "code_challenge_method": "S256",
            ])
        provider.give("code", for: ["sub": "7", "preferred_username": "anna", "groups": ["oncall"]])
        let answer = SignOnService.Answer(state: attempt.state, code: "code", error: nil, issuer: "https://id.example")
        let (token, path) = try await service.finish(answer, kept: start.kept, from: client).get()
        let person = try #require(operators.person(token: token))
        #expect(person == Operator(name: try #require(OperatorName("anna")), role: .operator) && path == "/queues")
        #expect(
            provider.grants.map(\.verifier) == [attempt.verifier] && provider.grants.map(\.nonce) == [attempt.nonce])
        #expect(!operators.mustEnroll(person), "the provider asks for a second factor")
        #expect(operators.comesBySignOn(person))
        await operators.refresh()
        #expect(operators.person(token: token) == person)
        #expect(
            try audit() == [
                "anna sign-in done: dashboard by single sign-on",
                "anna change-operator done: anna to operator by single sign-on, new",
            ])
    }

    @Test("have no password, also none that is empty, and get none here")
    func noPassword() async throws {
        let token = try await signIn().get()
        let person = try #require(operators.person(token: token))
        #expect(await operators.signIn(person.name, password: "") == .wrong)
        await #expect(throws: OperatorError.self) {
            _ = try await operators.changePassword(of: person, from: "", to: "a long new password", on: client)
        }
        let accounts = OperatorAccounts(store: world, permits: Permits(audit: world))
        let password = try #require(PasswordHash.ofCorrectHorse)
        await #expect(throws: OperatorError.self) {
            try await accounts.save(person, password: password, because: "", by: .terminal(user: "root"))
        }
        #expect(await operators.signIn(person.name, password: "correct horse") == .wrong)
    }

    @Test("get the provider's role of this sign-in, and keep the name of the first")
    func roles() async throws {
        _ = try await signIn().get()
        let token = try await signIn(["oncall", "admins"], name: "anna-b", code: "second").get()
        #expect(operators.person(token: token) == Operator(name: try #require(OperatorName("anna")), role: .admin))
        #expect(try audit().contains("anna change-operator done: anna to admin by single sign-on, was operator"))
    }

    @Test("whose role is taken at the provider lose their sessions with the next try to sign in")
    func roleTaken() async throws {
        let (anna, ben) = (try #require(OperatorName("anna")), try #require(OperatorName("ben")))
        let token = try await signIn().get()
        #expect(try await signIn(["others"], name: "ben", subject: "8", code: "second") == .failure(.noRole(ben)))
        #expect(operators.person(token: token)?.name == anna)
        let refused = try await signIn(["others"], name: "anna-b", code: "third")
        #expect(refused == .failure(.noRole(try #require(OperatorName("anna-b")), knownAs: anna)))
        #expect(operators.person(token: token) == nil)
        #expect(try world.sessions().isEmpty)
        #expect(try audit().contains("anna sign-in failed: dashboard by single sign-on: no role for anna-b"))
        _ = try await signIn(code: "fourth").get()
    }

    @Test("sign in with no password, also where a command of a former version gave them one")
    func formerPassword() async throws {
        let anna = try #require(OperatorName("anna"))
        let identity = try #require(OperatorIdentity(issuer: ScriptedSignOnProvider.issuer, subject: "7"))
        let password = try #require(PasswordHash.ofCorrectHorse)
        _ = try world.admit(identity, as: Operator(name: anna, role: .operator), password: password)
        await operators.refresh()
        #expect(await operators.signIn(anna, password: "correct horse") == .wrong)
        let stored = try #require(try world.operators().first)
        let pending = PendingOperator(stored, endsAt: clock.now + .seconds(60)).text
        #expect(await operators.finish(pending, code: "123456") == .wrong)
    }

    @Test("never take another operator's name, and stay out where an admin has switched them off")
    func collisions() async throws {
        let (ben, anna) = (try #require(OperatorName("ben")), try #require(OperatorName("anna")))
        try world.save(Operator(name: ben, role: .viewer), password: try #require(PasswordHash.ofCorrectHorse))
        #expect(try await signIn(["admins"], name: "ben") == .failure(.nameTaken(ben)))
        #expect(try world.operators().map(\.person.role) == [.viewer])

        let token = try await signIn(code: "second").get()
        let accounts = OperatorAccounts(store: world, permits: Permits(audit: world))
        let root = Operator.terminal(user: "root")
        await #expect(throws: OperatorError.self) {
            try await accounts.switchIdentity(of: ben, off: true, because: "left", by: root)
        }
        try await accounts.switchIdentity(of: anna, off: true, because: "left", by: root)
        await operators.refresh()
        #expect(operators.person(token: token) == nil)
        #expect(try await signIn(code: "third") == .failure(.switchedOff(anna)))
        #expect(try audit().contains("anna sign-in failed: dashboard by single sign-on: switched off"))
        try await accounts.switchIdentity(of: anna, off: false, because: "is back", by: root)
        _ = try await signIn(code: "fourth").get()
    }

    @Test("come in by an answer to their own browser's sign-in alone, once and in time")
    func bound() async throws {
        provider.give("code", for: ["sub": "7", "groups": ["oncall"]])
        let (one, two) = (
            try await service.begin(to: "/", from: client).get(), try await service.begin(to: "/", from: client).get()
        )
        let foreign = two.fields.first { $0.name == "state" }?.value
        #expect(await back(from: one, code: "code", state: foreign) == .failure(.stale))
        let answer = SignOnService.Answer(state: foreign, code: "code", error: nil, issuer: nil)
        for kept in [nil, "", "x.y.z"] {
            let outcome = await service.finish(answer, kept: kept, from: client).map { $0.token }
            #expect(outcome == .failure(.stale), "\(kept ?? "none")")
        }
        #expect(provider.grants.isEmpty, "the provider learns of none of them")
        _ = try await back(from: one, code: "code").get()
        guard case .failure(.unproven) = await back(from: one, code: "code") else {
            Issue.record("a code was good twice")
            return
        }
        clock.advance(by: SignOnAttempt.life)
        #expect(await back(from: two, code: "code") == .failure(.stale))
    }

    @Test("are refused by what the provider answers, in words that no caller has chosen")
    func refusals() async throws {
        let start = try await service.begin(to: "/", from: client).get()
        #expect(await back(from: start, error: "access_denied") == .failure(.denied))
        #expect(await back(from: start, error: "<script>") == .failure(.unusable("another error")))
        #expect(await back(from: start, error: "server_error") == .failure(.unusable("server_error")))
        for (code, issuer) in [("code", "https://evil.example"), ("", nil), (nil, nil)] as [(String?, String?)] {
            guard case .failure(.unproven) = await back(from: start, code: code, issuer: issuer) else {
                Issue.record("\(code ?? "no code") was good")
                continue
            }
        }
        provider.give("nobody", for: ["groups": ["admins"]])
        guard case .failure(.unproven) = await back(from: start, code: "nobody") else {
            Issue.record("a token without a person was good")
            return
        }
        #expect(try world.operators().isEmpty)
        await operators.refresh()
        let lines = try world.auditLines(before: nil, limit: 50).map(\.entry)
        #expect(lines.allSatisfy { $0.actor == "unknown name" && $0.result == .failed && $0.address == client.address })
        #expect(lines.contains { $0.subject == "dashboard by single sign-on: denied at the provider" })
    }

    @Test("of whom a provider gives no answer stay out; those whom this dashboard knows come in without the database")
    func outages() async throws {
        _ = try await signIn().get()
        await operators.refresh()
        let start = try await service.begin(to: "/", from: client).get()
        provider.give("second", for: ["sub": "7", "groups": ["oncall"]])
        provider.give("third", for: ["sub": "8", "groups": ["oncall"]])
        provider.give("fourth", for: ["sub": "7", "groups": ["admins"]])
        world.away = [.operatorsAndAudit]
        let token = try await back(from: start, code: "second").get()
        #expect(operators.person(token: token)?.role == .operator)
        #expect(await back(from: start, code: "third") == .failure(.storeAway))
        #expect(await back(from: start, code: "fourth") == .failure(.storeAway), "no new role without its trace")
        provider.fail(.unreachable("timeout"))
        #expect(await back(from: start, code: "fifth") == .failure(.unreachable("timeout")))
        guard case .failure(.unreachable) = await service.begin(to: "/", from: client) else {
            Issue.record("a browser was sent to a provider that is away")
            return
        }
    }
}
