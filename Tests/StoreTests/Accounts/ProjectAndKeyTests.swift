import AccountCore
import AccountTesting
import PostgreSQL
import Store
import Testing
import VerificationCore

@Suite("Projects, signing keys and service accounts in PostgreSQL")
struct ProjectAndKeyTests {
    @Test("keep every promise of a store of projects")
    func projects() async throws {
        try await AccountDatabase.with { database in
            let apps = try ["shop", "bank", "club"].map { try #require(AppID($0)) }
            for app in apps { try await AppRegistry(pool: database.pool).save(App(id: app, displayName: "App")) }
            try await exerciseProjects(PostgresProjects(pool: database.pool), apps: apps)
        }
    }

    @Test("the modes in which the surface has served are kept, and unknown ones are left out")
    func surfaceUse() async throws {
        try await AccountDatabase.with { database in
            try await database.pool.query("insert into surface_use (mode) values ('of-tomorrow')")
            try await exerciseSurfaceUse(PostgresProjects(pool: database.pool))
        }
    }

    @Test("a project that is removed takes its accounts and sessions along")
    func removal() async throws {
        try await AccountDatabase.with { database in
            try await exerciseRemoval(PostgresProjects(pool: database.pool), try await database.bench())
        }
    }

    @Test("of processes that make the same project at once, or a project for the same app, one does")
    func atOnce() async throws {
        try await AccountDatabase.with { database in
            let apps = try (0..<6).map { try #require(AppID("app-\($0)")) }
            for app in apps { try await AppRegistry(pool: database.pool).save(App(id: app, displayName: "App")) }
            let store = PostgresProjects(pool: database.pool, patience: AccountDatabase.patience)
            let saved = try await withThrowingTaskGroup { group in
                for number in 0..<12 {
                    let id = try #require(ProjectID(number < 6 ? "same-project" : "project-\(number)"))
                    let project = Project(id, app: apps[number < 6 ? number : 0], number: 0)
                    group.addTask { try await store.save(project).project != nil ? 1 : 0 }
                }
                return try await group.reduce(0, +)
            }
            let projects = try await store.projects()
            #expect(projects.count == saved && (1...2).contains(saved))
            #expect(Set(projects.map(\.app)).count == projects.count)
        }
    }

    @Test("a project of a later version is left out, and the others are there")
    func later() async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            try await database.pool.query("update project set others = '[]' where id = \(bench.project.text)")
            let store = PostgresProjects(pool: database.pool)
            #expect(try await store.projects().map(\.id) == [bench.other])
        }
    }

    @Test("keep every promise of a store of signing keys")
    func signingKeys() async throws {
        try await AccountDatabase.with { database in
            let other = database.process()
            defer { other.close() }
            let stores = [database.pool, other].map {
                PostgresSigningKeys(pool: $0, patience: AccountDatabase.patience)
            }
            try await exerciseSigningKeys(stores)
        }
    }

    @Test("keep every promise of a store of service accounts")
    func serviceAccounts() async throws {
        try await AccountDatabase.with { database in
            let other = database.process()
            defer { other.close() }
            let apps = try ["shop", "bank"].map { try #require(AppID($0)) }
            for app in apps { try await AppRegistry(pool: database.pool).save(App(id: app, displayName: "App")) }
            let stores = [database.pool, other].map {
                PostgresProjects(pool: $0, patience: AccountDatabase.patience)
            }
            try await exerciseServiceAccounts(stores, apps: apps)
        }
    }

    @Test("keep every promise of a store of attested keys, which go with their project")
    func attestedKeys() async throws {
        try await AccountDatabase.with { database in
            let other = database.process()
            defer { other.close() }
            let stores = [database.pool, other].map {
                PostgresAttestedKeys(pool: $0, patience: AccountDatabase.patience)
            }
            let bench = try await database.bench()
            try await exerciseAttestedKeys(stores, projects: (bench.project, bench.other), at: bench.now)
            let key = AttestedKey(id: [1], app: "", publicKey: [], counter: 0, isDevelopment: false)
            let challenge = VerificationID(high: 1, low: 2)
            #expect(try await stores[0].keep(key, using: challenge, of: bench.project, at: bench.now))
            #expect(try await PostgresProjects(pool: database.pool).remove(bench.project))
            #expect(try await stores[0].attestedKey(key.id, of: bench.project) == nil)
        }
    }

    @Test("a database that is away is reported as such")
    func away() async throws {
        try await AccountDatabase.with { database in
            let pool = database.process()
            pool.close()
            await #expect(throws: StoreError.unavailable) { try await PostgresProjects(pool: pool).projects() }
            await #expect(throws: StoreError.unavailable) { try await PostgresSigningKeys(pool: pool).signingKeys() }
            await #expect(throws: StoreError.unavailable) {
                try await PostgresProjects(pool: pool).serviceAccounts()
            }
        }
    }
}
