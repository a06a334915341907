import AccountCore
import AccountTesting
import Testing
import VerificationCore

/// The stores in memory keep what the stores in PostgreSQL keep, so that tests with them prove something.
@Suite("Accounts, projects, signing keys and service accounts in memory")
struct InMemoryStoreTests {
    private static let now = Timestamp(seconds: 1_767_225_600)

    @Test("keep every promise to each kind of caller", arguments: AccountPromises.all)
    func promises(to port: AccountPromises) async throws {
        for promise in port.promises {
            let bench = try Self.bench(InMemoryAccounts())
            await #expect(throws: Never.self, "\(promise.testDescription)") { try await promise.prove(bench) }
        }
    }

    @Test("keep every promise of a store of projects")
    func projects() async throws {
        let apps = try ["shop", "bank", "club"].map { try #require(AppID($0)) }
        try await exerciseProjects(InMemoryProjects(apps: Set(apps)), apps: apps)
    }

    @Test("a project that is removed takes its accounts and sessions along")
    func removal() async throws {
        let accounts = InMemoryAccounts()
        let (bench, projects) = (try Self.bench(accounts), InMemoryProjects(accounts: accounts))
        for (number, id) in [bench.project, bench.other].enumerated() {
            _ = try projects.save(Project(id, app: try #require(AppID("app-\(number)")), number: 0))
        }
        try await exerciseRemoval(projects, bench)
    }

    @Test("keep every promise of a store of signing keys")
    func signingKeys() async throws {
        try await exerciseSigningKeys([InMemorySigningKeys()])
    }

    @Test("keep every promise of a store of service accounts")
    func serviceAccounts() async throws {
        let apps = try ["shop", "bank"].map { try #require(AppID($0)) }
        try await exerciseServiceAccounts([InMemoryProjects(apps: Set(apps))], apps: apps)
    }

    @Test("keep every promise of a store of modes")
    func surfaceUse() async throws {
        try await exerciseSurfaceUse(InMemoryProjects())
    }

    @Test("a store that is away gives no answer, and has lost nothing when it is back")
    func away() async throws {
        let (accounts, projects, keys) = (InMemoryAccounts(), InMemoryProjects(), InMemorySigningKeys())
        let bench = try Self.bench(accounts)
        let attempt = try bench.attempt("+14155550101")
        let (ann, _) = try await bench.signIn(attempt)
        (accounts.isAway, projects.isAway, keys.isAway) = (true, true, true)
        await #expect(throws: StoreError.unavailable) { try await bench.account(ann.id) }
        await #expect(throws: StoreError.unavailable) { try await bench.refresh(attempt.session) }
        #expect(throws: StoreError.unavailable) { try projects.projects() }
        #expect(throws: StoreError.unavailable) { try keys.signingKeys() }
        accounts.isAway = false
        #expect(try await bench.refresh(attempt.session).account == ann)
    }

    private static func bench(_ accounts: InMemoryAccounts) throws -> AccountBench {
        AccountBench(
            stores: [accounts], project: try #require(ProjectID("demo-shop")),
            other: try #require(ProjectID("demo-bank")), now: now)
    }
}
