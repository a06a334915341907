import Messages
import Synchronization
import VerificationCore

extension InMemoryVerificationStore: AppStore {
    package func apps() async throws(StoreError) -> StoredApps {
        try answering { state in
            StoredApps(
                readable: state.apps.keys.sorted { $0.name < $1.name }.compactMap { state.app($0) })
        }
    }

    package func save(_ app: App) async throws(StoreError) {
        try answering { state in
            state.save(app)
            state.changes.count(.app(app.id))
        }
    }

    /// Saves an app with its test numbers, texts and API keys at once, for a test that begins with an app.
    package func put(_ app: App, keys: [APIKeyHash: KeyScope] = [:]) {
        let now = clock.now
        state.withLock { state in
            state.apps[app.id] = app
            state.testNumbers[app.id] = app.testNumbers.values.sorted { $0.id < $1.id }
            state.apiKeys += keys.map {
                InMemoryKey(app: app.id, hash: $0, scope: $1, bounds: .none, label: "", createdAt: now)
            }
        }
    }
}

extension InMemoryVerificationStore {
    package func set(
        _ text: AppText, for language: LanguageTag, of app: AppID
    ) async throws(StoreError) -> Bool {
        try answering { state in
            guard let texts = state.apps[app]?.texts else { return false }
            state.apps[app]?.texts = texts.with(text, for: language)
            state.changes.count(.app(app))
            return true
        }
    }

    package func removeText(for language: LanguageTag, of app: AppID) async throws(StoreError) -> Bool {
        try answering { state in
            guard let texts = state.apps[app]?.texts, texts[language] != nil else { return false }
            let others = texts.languages.filter { $0 != language }.compactMap { other in
                texts[other].map { (other, $0) }
            }
            state.apps[app]?.texts = AppTexts(Dictionary(uniqueKeysWithValues: others))
            state.changes.count(.app(app))
            return true
        }
    }
}

extension InMemoryVerificationStore {
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope, bounds: ClientBounds, label: String
    ) async throws(StoreError) -> Bool {
        let now = clock.now
        return try answering { state in
            guard state.apps[app] != nil else { return false }
            let row = InMemoryKey(
                app: app, hash: key, scope: scope, bounds: bounds, label: label, createdAt: now)
            state.apiKeys.append(row)
            state.changes.count(.app(app))
            return true
        }
    }

    package func keys(of app: AppID) async throws(StoreError) -> [StoredKey] {
        try answering { state in state.apiKeys.filter { $0.app == app }.map(\.stored) }
    }

    package func revoke(_ shortName: String, of app: AppID) async throws(StoreError) -> Int {
        let now = clock.now
        return try answering { state in
            let places = state.apiKeys.indices.filter { place in
                let key = state.apiKeys[place]
                return key.app == app && key.hash.shortName == shortName && key.revokedAt == nil
            }
            for place in places { state.apiKeys[place].revokedAt = now }
            state.changes.count(.app(app))
            return places.count
        }
    }
}

extension InMemoryVerificationStore: AppDirectory {
    package func app(_ id: AppID) async throws(StoreError) -> App? {
        try answering { state in state.app(id) }
    }

    package func currentApp(_ id: AppID) async throws(StoreError) -> App? { try await app(id) }

    package func caller(keyHash: APIKeyHash) async throws(StoreError) -> Caller? {
        try answering { state in
            guard let key = state.apiKeys.first(where: { $0.hash == keyHash && $0.revokedAt == nil }),
                let app = state.app(key.app)
            else { return nil }
            return Caller(app: app, scope: key.scope, bounds: key.bounds)
        }
    }
}

extension InMemoryVerificationStore: ChangeKnowledge {
    package func number(of subject: ChangeSubject) -> Int64? { state.withLock { $0.changes[subject] } }

    package func basis(for app: AppID) -> ClaimBasis { state.withLock { $0.changes.basis(for: app) } }

    package func catchUp() async {}
}

extension InMemoryVerificationStore.State {
    fileprivate func app(_ id: AppID) -> App? {
        guard var app = apps[id] else { return nil }
        app.testNumbers = Dictionary((testNumbers[id] ?? []).map { ($0.phone.e164, $0) }) { $1 }
        return app
    }

    fileprivate mutating func save(_ app: App) {
        var app = app
        app.texts = apps[app.id]?.texts ?? .none
        app.endpoint = apps[app.id]?.endpoint
        apps[app.id] = app
    }
}
