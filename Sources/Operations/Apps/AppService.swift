import Messages
import VerificationCore

/// The apps with their texts, their keys and their endpoints for events: commands change them here.
///
/// An audit line names the app and what was done, and holds no key, no secret and no URL.
package struct AppService: Sendable {
    private let store: any AppStore
    private let permits: Permits

    package init(store: any AppStore, permits: Permits) {
        (self.store, self.permits) = (store, permits)
    }

    /// The app as it stands before an operator changes it; nil where there is none yet.
    package func preview(_ name: String, for person: Operator) async throws(OperatorError) -> App? {
        try await permits.preview(.changeApp, on: "app \(name)", by: person)
        return try await read(name)
    }

    /// Makes the app, or changes the app of that id; `former`: as it stood, for the text in the audit.
    ///
    /// Throws `unusable` for rules under which no number works. It also throws where it would switch on a test number
    /// to which the app has sent a real SMS, because its fixed code would open a person's account.
    package func save(
        _ app: App, since former: App?, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        try await permits.perform(.changeApp, on: "app \(app.id)", because: reason, by: person) {
            () throws(OperatorError) in
            guard !app.rules.leavesNoNumber else {
                throw .unusable("Only test numbers work in testing mode, so the app cannot switch them off too.")
            }
            try await change(app)
            return app.changes(since: former)
        }
    }

    private func change(_ app: App) async throws(OperatorError) {
        guard app.rules.takesTestNumbers, let standing = try await read(app.id.name), !standing.rules.takesTestNumbers
        else { return try await asked { () throws(StoreError) in try await store.save(app) } }
        try await expectNoneInUse(of: app.id)
        try await asked { () throws(StoreError) in try await store.save(app) }
        do throws(OperatorError) {
            // A worker may have sent an SMS meanwhile. From now on every worker knows that these are test numbers.
            try await expectNoneInUse(of: app.id)
        } catch {
            try await asked { () throws(StoreError) in try await store.save(standing) }
            throw error
        }
    }

    private func expectNoneInUse(of app: AppID) async throws(OperatorError) {
        let inUse = try await asked { () throws(StoreError) in try await store.testNumberInUse(of: app) }
        guard let phone = inUse else { return }
        throw .unusable(
            "The app has sent a real SMS to its test number \(phone.masked). Remove this test number first.")
    }
}

// Texts.
extension AppService {
    /// Makes this the app's own text for a language.
    package func set(
        _ text: AppText, for language: LanguageTag, of app: AppID, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let isSet = try await change(app, done: "text for \(language) set", because: reason, by: person) {
            () throws(StoreError) in try await store.set(text, for: language, of: app)
        }
        guard isSet else { throw .nothing("app \(app)") }
    }

    /// Takes an app's own text away, so that the program's text answers in its place.
    package func removeText(
        for language: LanguageTag, of app: AppID, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let wasThere = try await change(app, done: "text for \(language) removed", because: reason, by: person) {
            () throws(StoreError) in try await store.removeText(for: language, of: app)
        }
        guard wasThere else { throw Self.noText(for: language, of: app) }
    }

    /// The text that would be removed.
    package func previewRemoval(
        ofTextFor language: LanguageTag, of app: AppID, for person: Operator
    ) async throws(OperatorError) -> AppText {
        guard let stored = try await preview(app.name, for: person) else { throw .nothing("app \(app)") }
        guard let text = stored.texts[language] else { throw Self.noText(for: language, of: app) }
        return text
    }

    private static func noText(for language: LanguageTag, of app: AppID) -> OperatorError {
        .nothing("text of app \(app) for \(language)")
    }
}

// The endpoints to which apps get their events.
extension AppService {
    /// Makes this the app's endpoint; `app`: as it stands.
    package func save(
        _ endpoint: EventEndpoint, of app: App, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let isSaved = try await change(app.id, done: endpoint.change(since: app.endpoint), because: reason, by: person)
        {
            () throws(StoreError) in try await store.save(endpoint, of: app.id)
        }
        guard isSaved else { throw .nothing("app \(app.id)") }
    }

    /// Takes an app's endpoint away; answers whether there was one.
    package func removeEndpoint(
        of app: AppID, because reason: String, by person: Operator
    ) async throws(OperatorError) -> Bool {
        try await change(app, done: "events switched off", because: reason, by: person) {
            () throws(StoreError) in try await store.removeEndpoint(of: app)
        }
    }
}

// Keys.
extension AppService {
    /// Adds a key to an app.
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope, bounds: ClientBounds, label: String,
        because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let words = "key \(key.shortName) for \(scope.rawValue) made"
        let isAdded = try await change(app, done: words, as: .changeKey, because: reason, by: person) {
            () throws(StoreError) in
            try await store.add(key, to: app, scope: scope, bounds: bounds, label: label)
        }
        guard isAdded else { throw .nothing("app \(app)") }
    }

    /// The key that would be ended.
    package func previewRevocation(
        of name: String, of app: AppID, for person: Operator
    ) async throws(OperatorError) -> StoredKey {
        try await permits.preview(.changeKey, on: "app \(app)", by: person)
        guard try await read(app.name) != nil else { throw .nothing("app \(app)") }
        let keys = try await asked { () throws(StoreError) in try await store.keys(of: app) }
        let key = keys.first { $0.shortName == name && $0.revokedAt == nil }
        guard let key else { throw Self.noKey(name, of: app) }
        return key
    }

    /// Ends a key for good.
    package func revoke(
        _ name: String, of app: AppID, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let wasThere = try await change(app, done: "key \(name) revoked", as: .changeKey, because: reason, by: person) {
            () throws(StoreError) in try await store.revoke(name, of: app) > 0
        }
        if wasThere { return }
        // Only a failed revocation asks whether the app exists. So a process that locks the tables of apps and test
        // numbers does not delay a revocation.
        guard try await read(app.name) != nil else { throw .nothing("app \(app)") }
        throw Self.noKey(name, of: app)
    }

    private static func noKey(_ name: String, of app: AppID) -> OperatorError {
        .nothing("live key \(name) of app \(app)")
    }
}

extension AppService {
    private func change(
        _ app: AppID, done: String, as action: OperatorAction = .changeApp, because reason: String,
        by person: Operator, _ body: () async throws(StoreError) -> Bool
    ) async throws(OperatorError) -> Bool {
        try await permits.change(action, on: "app \(app)", done: done, because: reason, by: person, body)
    }

    private func read(_ name: String) async throws(OperatorError) -> App? {
        try await asked { () throws(StoreError) in try await store.apps().app(named: name) }
    }
}
