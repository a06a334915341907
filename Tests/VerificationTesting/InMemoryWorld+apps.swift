import Messages
import Synchronization
import VerificationCore

extension InMemoryWorld {
    /// The rows of apps, and of what belongs to them.
    struct Apps: Sendable {
        var all: [AppID: App] = [:]
        var keys: [APIKey] = []
        var testNumbers: [AppID: [TestNumber]] = [:]
        /// The last changes of apps, and of what a test says that others changed.
        var changes = ChangeNumbers()
    }

    /// An app's API key, like a row of `api_key`.
    struct APIKey: Sendable {
        let app: AppID
        let hash: APIKeyHash
        let scope: KeyScope
        let bounds: ClientBounds
        let label: String
        let createdAt: Timestamp
        var revokedAt: Timestamp?

        var stored: StoredKey {
            StoredKey(
                shortName: hash.shortName, label: label, scope: scope.rawValue, bounds: bounds.description,
                createdAt: createdAt, revokedAt: revokedAt)
        }
    }
}

extension InMemoryWorld: AppStore {
    package func apps() async throws(StoreError) -> StoredApps {
        try answering(about: .verifications) { state in
            StoredApps(
                readable: state.apps.all.keys.sorted { $0.name < $1.name }.compactMap { state.apps.app($0) })
        }
    }

    package func save(_ app: App) async throws(StoreError) {
        try answering(about: .verifications) { state in
            state.apps.save(app)
            state.apps.changes.count(.app(app.id))
        }
    }

    /// Saves an app with its test numbers, texts and API keys at once, for a test that begins with an app.
    package func put(_ app: App, keys: [APIKeyHash: KeyScope] = [:]) {
        let now = clock.now
        state.withLock { state in
            state.apps.all[app.id] = app
            state.apps.testNumbers[app.id] = app.testNumbers.values.sorted { $0.id < $1.id }
            state.apps.keys += keys.map {
                APIKey(app: app.id, hash: $0, scope: $1, bounds: .none, label: "", createdAt: now)
            }
        }
    }
}

extension InMemoryWorld {
    package func set(
        _ text: AppText, for language: LanguageTag, of app: AppID
    ) async throws(StoreError) -> Bool {
        try answering(about: .verifications) { state in
            guard let texts = state.apps.all[app]?.texts else { return false }
            state.apps.all[app]?.texts = texts.with(text, for: language)
            state.apps.changes.count(.app(app))
            return true
        }
    }

    package func removeText(for language: LanguageTag, of app: AppID) async throws(StoreError) -> Bool {
        try answering(about: .verifications) { state in
            guard let texts = state.apps.all[app]?.texts, texts[language] != nil else { return false }
            let others = texts.languages.filter { $0 != language }.compactMap { other in
                texts[other].map { (other, $0) }
            }
            state.apps.all[app]?.texts = AppTexts(Dictionary(uniqueKeysWithValues: others))
            state.apps.changes.count(.app(app))
            return true
        }
    }
}

extension InMemoryWorld {
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope, bounds: ClientBounds, label: String
    ) async throws(StoreError) -> Bool {
        let now = clock.now
        return try answering(about: .verifications) { state in
            guard state.apps.all[app] != nil else { return false }
            let row = APIKey(
                app: app, hash: key, scope: scope, bounds: bounds, label: label, createdAt: now)
            state.apps.keys.append(row)
            state.apps.changes.count(.app(app))
            return true
        }
    }

    package func keys(of app: AppID) async throws(StoreError) -> [StoredKey] {
        try answering(about: .verifications) { state in state.apps.keys.filter { $0.app == app }.map(\.stored) }
    }

    package func revoke(_ shortName: String, of app: AppID) async throws(StoreError) -> Int {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let places = state.apps.keys.indices.filter { place in
                let key = state.apps.keys[place]
                return key.app == app && key.hash.shortName == shortName && key.revokedAt == nil
            }
            for place in places { state.apps.keys[place].revokedAt = now }
            state.apps.changes.count(.app(app))
            return places.count
        }
    }
}

extension InMemoryWorld: AppDirectory {
    package func app(_ id: AppID) async throws(StoreError) -> App? {
        try answering(about: .directory) { state in state.apps.app(id) }
    }

    package func currentApp(_ id: AppID) async throws(StoreError) -> App? { try await app(id) }

    package func caller(keyHash: APIKeyHash) async throws(StoreError) -> Caller? {
        try answering(about: .directory) { state in
            guard let key = state.apps.keys.first(where: { $0.hash == keyHash && $0.revokedAt == nil }),
                let app = state.apps.app(key.app)
            else { return nil }
            return Caller(app: app, scope: key.scope, bounds: key.bounds)
        }
    }
}

extension InMemoryWorld: ChangeKnowledge {
    package func number(of subject: ChangeSubject) -> Int64? { state.withLock { $0.apps.changes[subject] } }

    package func basis(for app: AppID) -> ClaimBasis { state.withLock { $0.apps.changes.basis(for: app) } }

    package func catchUp() async {}
}

extension InMemoryWorld.Apps {
    fileprivate func app(_ id: AppID) -> App? {
        guard var app = all[id] else { return nil }
        app.testNumbers = Dictionary((testNumbers[id] ?? []).map { ($0.phone.e164, $0) }) { $1 }
        return app
    }

    fileprivate mutating func save(_ app: App) {
        var app = app
        app.texts = all[app.id]?.texts ?? .none
        app.endpoint = all[app.id]?.endpoint
        all[app.id] = app
    }
}
