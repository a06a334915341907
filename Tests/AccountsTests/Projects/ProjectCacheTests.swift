import AccountCore
import AccountTesting
import Accounts
import Synchronization
import Testing
import VerificationCore

@Suite("The cache of projects")
struct ProjectCacheTests {
    private let project: Project
    private let world = InMemoryAccountWorld()

    init() throws {
        project = Project(try #require(ProjectID("demo-shop")), app: try #require(AppID("demo")), number: 1)
        _ = try world.save(project)
    }

    @Test("goes by its memory while nothing has changed, and reads when something has")
    func changes() async throws {
        let changes = CountedChanges()
        let cache = ProjectCache(world, watch: changes, report: { _ in })
        #expect(try await cache.projects() == [project])
        var changed = project
        changed.authorizedDomains = ["shop.test"]
        _ = try world.save(changed)
        #expect(try await cache.projects() == [project], "nobody was told of a change yet")
        changes.count()
        #expect(try await cache.projects() == [changed])
        world.away = [.projects]
        #expect(try await cache.projects() == [changed])
        changes.count()
        #expect(try await cache.projects() == [changed], "a store that is away signs nobody out")
    }

    @Test("reads again when a database from a backup has counted fewer changes")
    func restored() async throws {
        let changes = CountedChanges()
        for _ in 1...3 { changes.count() }
        let cache = ProjectCache(world, watch: changes, report: { _ in })
        #expect(try await cache.projects() == [project])
        #expect(try world.remove(project.id))
        changes.restore(to: 1)
        #expect(try await cache.projects().isEmpty)
    }

    @Test("reads every time while nobody can tell what has changed")
    func uncertain() async throws {
        let changes = CountedChanges()
        changes.isSure = false
        let cache = ProjectCache(world, watch: changes, report: { _ in })
        #expect(try await cache.projects() == [project])
        var changed = project
        changed.authorizedDomains = ["shop.test"]
        _ = try world.save(changed)
        #expect(try await cache.projects() == [changed])
    }

    @Test("knows a change at once, also when an older answer comes afterwards")
    func olderAnswer() async throws {
        let (slow, changes) = (SlowProjects(world), CountedChanges())
        let cache = ProjectCache(slow, watch: changes, report: { _ in })
        let before = Task { try await cache.projects() }
        await slow.untilHeld()
        _ = try await cache.change(project.id) { project in
            var changed = project
            changed.authorizedDomains = ["shop.test"]
            return changed
        }
        changes.count()
        slow.letGo()
        #expect(try await before.value.first?.authorizedDomains == ["localhost"])
        #expect(try await cache.projects().first?.authorizedDomains == ["shop.test"])
    }

    @Test("a change is done also where the store gives no answer afterwards")
    func silence() async throws {
        let cache = ProjectCache(
            SlowProjects(world, isSilentAfterChange: true), watch: CountedChanges(), report: { _ in })
        #expect(try await cache.change(project.id) { $0 } == .changed(project))
    }
}

/// Projects whose first list is read at once, and comes only when it may; or a store that falls silent after a change.
private final class SlowProjects: ProjectStore {
    private let world: InMemoryAccountWorld
    private let isSilentAfterChange: Bool
    private let isFirst = Atomic(true)
    private let (held, hold) = AsyncStream<Void>.makeStream()
    private let (freed, free) = AsyncStream<Void>.makeStream()

    init(_ world: InMemoryAccountWorld, isSilentAfterChange: Bool = false) {
        (self.world, self.isSilentAfterChange) = (world, isSilentAfterChange)
    }

    /// Waits until the first list has been read.
    func untilHeld() async {
        for await _ in held { break }
    }

    func letGo() { free.yield() }

    func projects() async throws(StoreError) -> [Project] {
        let projects = try world.projects()
        if isFirst.exchange(false, ordering: .relaxed) {
            hold.yield()
            for await _ in freed { break }
        }
        return projects
    }

    func save(_ project: Project) throws(StoreError) -> SavedProject { try world.save(project) }

    func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) throws(StoreError) -> ProjectChange {
        let change = try world.change(id, decide)
        world.away = isSilentAfterChange ? [.projects] : []
        return change
    }

    func remove(_ project: ProjectID) throws(StoreError) -> Bool { try world.remove(project) }

    func serviceAccounts() throws(StoreError) -> [ServiceAccount] { try world.serviceAccounts() }

    func add(_ account: ServiceAccount) throws(StoreError) -> Bool { try world.add(account) }

    func removeServiceAccount(_ keyID: String) throws(StoreError) -> Bool {
        try world.removeServiceAccount(keyID)
    }

    func note(_ mode: IdentityMode) throws(StoreError) { try world.note(mode) }

    func modes() throws(StoreError) -> Set<IdentityMode> { try world.modes() }
}
