import AccountCore
import AccountTesting
import Accounts
import Synchronization
import Testing
import VerificationCore

@Suite("The cache of projects")
struct ProjectCacheTests {
    private let project: Project
    private let projects = InMemoryProjects()

    init() throws {
        project = Project(try #require(ProjectID("demo-shop")), app: try #require(AppID("demo")), number: 1)
        _ = try projects.save(project)
    }

    @Test("goes by its memory while nothing has changed, and reads when something has")
    func changes() async throws {
        let changes = CountedChanges()
        let cache = ProjectCache(projects, watch: changes, report: { _ in })
        #expect(try await cache.projects() == [project])
        var changed = project
        changed.authorizedDomains = ["shop.test"]
        _ = try projects.save(changed)
        #expect(try await cache.projects() == [project], "nobody was told of a change yet")
        changes.count()
        #expect(try await cache.projects() == [changed])
        projects.isAway = true
        #expect(try await cache.projects() == [changed])
        changes.count()
        #expect(try await cache.projects() == [changed], "a store that is away signs nobody out")
    }

    @Test("reads again when a database from a backup has counted fewer changes")
    func restored() async throws {
        let changes = CountedChanges()
        for _ in 1...3 { changes.count() }
        let cache = ProjectCache(projects, watch: changes, report: { _ in })
        #expect(try await cache.projects() == [project])
        #expect(try projects.remove(project.id))
        changes.restore(to: 1)
        #expect(try await cache.projects().isEmpty)
    }

    @Test("reads every time while nobody can tell what has changed")
    func uncertain() async throws {
        let changes = CountedChanges()
        changes.isSure = false
        let cache = ProjectCache(projects, watch: changes, report: { _ in })
        #expect(try await cache.projects() == [project])
        var changed = project
        changed.authorizedDomains = ["shop.test"]
        _ = try projects.save(changed)
        #expect(try await cache.projects() == [changed])
    }

    @Test("knows a change at once, also when an older answer comes afterwards")
    func olderAnswer() async throws {
        let (slow, changes) = (SlowProjects(projects), CountedChanges())
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
            SlowProjects(projects, isSilentAfterChange: true), watch: CountedChanges(), report: { _ in })
        #expect(try await cache.change(project.id) { $0 } == .changed(project))
    }
}

/// Projects whose first list is read at once, and comes only when it may; or a store that falls silent after a change.
private final class SlowProjects: ProjectStore {
    private let projectStore: InMemoryProjects
    private let isSilentAfterChange: Bool
    private let isFirst = Atomic(true)
    private let (held, hold) = AsyncStream<Void>.makeStream()
    private let (freed, free) = AsyncStream<Void>.makeStream()

    init(_ projects: InMemoryProjects, isSilentAfterChange: Bool = false) {
        (projectStore, self.isSilentAfterChange) = (projects, isSilentAfterChange)
    }

    /// Waits until the first list has been read.
    func untilHeld() async {
        for await _ in held { break }
    }

    func letGo() { free.yield() }

    func projects() async throws(StoreError) -> [Project] {
        let projects = try projectStore.projects()
        if isFirst.exchange(false, ordering: .relaxed) {
            hold.yield()
            for await _ in freed { break }
        }
        return projects
    }

    func save(_ project: Project) throws(StoreError) -> SavedProject { try projectStore.save(project) }

    func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) throws(StoreError) -> ProjectChange {
        let change = try projectStore.change(id, decide)
        projectStore.isAway = isSilentAfterChange
        return change
    }

    func remove(_ project: ProjectID) throws(StoreError) -> Bool { try projectStore.remove(project) }

    func serviceAccounts() throws(StoreError) -> [ServiceAccount] { try projectStore.serviceAccounts() }

    func add(_ account: ServiceAccount) throws(StoreError) -> Bool { try projectStore.add(account) }

    func removeServiceAccount(_ keyID: String) throws(StoreError) -> Bool {
        try projectStore.removeServiceAccount(keyID)
    }

    func note(_ mode: IdentityMode) throws(StoreError) { try projectStore.note(mode) }

    func modes() throws(StoreError) -> Set<IdentityMode> { try projectStore.modes() }
}
