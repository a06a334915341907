import AccountCore
import AccountTesting
import Testing
import VerificationCore

/// The world in memory keeps what the stores in PostgreSQL keep, so that tests with them prove something.
@Suite("Accounts, projects, signing keys and service accounts in memory")
struct InMemoryAccountWorldTests {
    private static let now = Timestamp(seconds: 1_767_225_600)

    @Test("keep every promise to each kind of caller", arguments: AccountPromises.all)
    func promises(to port: AccountPromises) async throws {
        for promise in port.promises {
            let bench = try Self.bench(InMemoryAccountWorld())
            await #expect(throws: Never.self, "\(promise.testDescription)") { try await promise.prove(bench) }
        }
    }

    @Test("keep every promise of a store of projects")
    func projects() async throws {
        let apps = try ["shop", "bank", "club"].map { try #require(AppID($0)) }
        try await exerciseProjects(InMemoryAccountWorld(apps: Set(apps)), apps: apps)
    }

    @Test("a project that is removed takes its accounts and sessions along")
    func removal() async throws {
        let world = InMemoryAccountWorld()
        let bench = try Self.bench(world)
        for (number, id) in [bench.project, bench.other].enumerated() {
            _ = try world.save(Project(id, app: try #require(AppID("app-\(number)")), number: 0))
        }
        try await exerciseRemoval(world, bench)
    }

    @Test("keep every promise of a store of signing keys")
    func signingKeys() async throws {
        try await exerciseSigningKeys([InMemoryAccountWorld()])
    }

    @Test("keep every promise of a store of service accounts")
    func serviceAccounts() async throws {
        let apps = try ["shop", "bank"].map { try #require(AppID($0)) }
        try await exerciseServiceAccounts([InMemoryAccountWorld(apps: Set(apps))], apps: apps)
    }

    @Test("keep every promise of a store of attested keys")
    func attestedKeys() async throws {
        let projects = try (#require(ProjectID("project-1")), #require(ProjectID("project-2")))
        try await exerciseAttestedKeys([InMemoryAccountWorld()], projects: projects, at: Self.now)
    }

    @Test("keep every promise of a store of modes")
    func surfaceUse() async throws {
        try await exerciseSurfaceUse(InMemoryAccountWorld())
    }

    @Test("a store that is away gives no answer, and has lost nothing when it is back")
    func away() async throws {
        let world = InMemoryAccountWorld()
        let bench = try Self.bench(world)
        let attempt = try bench.attempt("+14155550101")
        let (ann, _) = try await bench.signIn(attempt)
        world.away = [.accounts, .projects, .signingKeys]
        await #expect(throws: StoreError.unavailable) { try await bench.account(ann.id) }
        await #expect(throws: StoreError.unavailable) { try await bench.refresh(attempt.session) }
        #expect(throws: StoreError.unavailable) { try world.projects() }
        #expect(throws: StoreError.unavailable) { try world.signingKeys() }
        world.away = []
        #expect(try await bench.refresh(attempt.session).account == ann)
    }

    private static func bench(_ world: InMemoryAccountWorld) throws -> AccountBench {
        AccountBench(
            stores: [world], project: try #require(ProjectID("demo-shop")),
            other: try #require(ProjectID("demo-bank")), now: now)
    }
}
