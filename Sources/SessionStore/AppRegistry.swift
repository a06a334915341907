import PostgreSQL
import StrictJSON
import VerificationCore

/// Makes and changes apps and their keys; what `verifyd apps` and `verifyd keys` do.
///
/// Every change tells the caches of all processes.
package struct AppRegistry: Sendable {
    /// The channel on which caches are told that something changed.
    static let channel = "verifyd_apps"

    let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    /// Makes the app, or changes the one of that id to this; its own texts stay as they are, see `set`.
    package func save(_ app: App) async throws(StoreProblem) {
        var writer = JSONWriter()
        writer.value(app.rules.json)
        let rules = String(decoding: writer.bytes, as: UTF8.self)
        try await change([
            """
            insert into app (id, display_name, default_language, rules)
            values (\(app.id.name), \(app.displayName), \(app.defaultLanguage?.description), \(PostgresJSON(text: rules)))
            on conflict (id) do update set display_name = excluded.display_name,
              default_language = excluded.default_language, rules = excluded.rules
            """
        ])
    }

    /// All apps by id, with their test numbers, but for apps and numbers that this version cannot read.
    ///
    /// For those who look after apps; whoever serves them asks a directory, which knows what it cannot read.
    package func apps() async throws(StoreProblem) -> [App] {
        try await asking {
            let results = try await pool.read([.apps, .allTestNumbers])
            return try results[0].apps().readable.with(results[1].testNumbers().readable)
        }
    }

    /// What is wrong with the apps whose rules or test numbers this version cannot read.
    package func unreadable() async throws(StoreProblem) -> [AppID: String] {
        try await asking {
            let results = try await pool.read([.apps, .allTestNumbers])
            return try results[1].testNumbers().unreadable.merging(results[0].apps().unreadable) { $1 }
        }
    }

    /// Makes this the app's own text for a language, whatever it was before; texts for other languages stay.
    ///
    /// - Returns: false when there is no such app.
    package func set(_ text: AppText, for language: LanguageTag, of app: AppID) async throws(StoreProblem) -> Bool {
        let texts = PostgresJSON(
            text: String(decoding: JSONValue.object(AppTexts([language: text]).json).serialized, as: UTF8.self))
        let results = try await change(["update app set texts = texts || \(texts) where id = \(app.name)"])
        return results[0].affectedRows == 1
    }

    /// Takes an app's own text away, so that its users get the catalog's again.
    ///
    /// - Returns: false when the app has none for exactly that language.
    package func removeText(for language: LanguageTag, of app: AppID) async throws(StoreProblem) -> Bool {
        let results = try await change([
            """
            update app set texts = texts - \(language.description)
            where id = \(app.name) and jsonb_exists(texts, \(language.description))
            """
        ])
        return results[0].affectedRows == 1
    }

    /// Stores the hash of a key for an app.
    ///
    /// - Returns: false when there is no such app.
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope = .send, label: String
    ) async throws(StoreProblem) -> Bool {
        let results = try await change([
            """
            insert into api_key (hash, app, scope, label)
            select \(key.bytes), id, \(scope.rawValue), \(label) from app where id = \(app.name)
            """
        ])
        return results[0].affectedRows == 1
    }

    /// All keys of an app, oldest first, revoked ones included.
    package func keys(of app: AppID) async throws(StoreProblem) -> [StoredKey] {
        try await asking {
            let rows = try await pool.read(
                """
                select hash, label, scope, created_at, revoked_at from api_key where app = \(app.name)
                order by created_at
                """)
            return try rows.decode(as: [UInt8].self, String.self, String.self, Timestamp.self, Timestamp?.self).map {
                StoredKey(
                    shortName: APIKeyHash(bytes: $0.0).shortName, label: $0.1, scope: $0.2, createdAt: $0.3,
                    revokedAt: $0.4)
            }
        }
    }

    /// Ends a key, named as in the list.
    ///
    /// - Returns: how many live keys of the app bore the name and are ended now.
    package func revoke(_ shortName: String, of app: AppID) async throws(StoreProblem) -> Int {
        let results = try await change([
            """
            update api_key set revoked_at = now()
            where app = \(app.name) and encode(substring(hash for 4), 'hex') = \(shortName) and revoked_at is null
            """
        ])
        return results[0].affectedRows
    }

    /// Carries the statements out and tells the caches.
    @discardableResult
    func change(_ statements: [SQL]) async throws(StoreProblem) -> [PostgresRows] {
        try await asking { try await pool.pipeline(statements + ["select pg_notify(\(Self.channel), '')"]) }
    }
}

extension SQL {
    static let apps: SQL = "select id, display_name, default_language, rules::text, texts::text from app order by id"
}

extension PostgresRows {
    /// Rows of `SQL.apps`; of an app whose rules this version cannot read only what is wrong with them, for it must not
    /// be served by other rules.
    ///
    /// Own texts that it cannot read cost nobody a code: the catalog's take their place.
    func apps() throws -> (readable: [App], unreadable: [AppID: String]) {
        var readable: [App] = []
        var unreadable: [AppID: String] = [:]
        for row in try decode(as: String.self, String.self, String?.self, String.self, String.self) {
            guard let id = AppID(row.0) else { continue }
            do {
                let rules = try SendingRules(json: JSONValue(parsing: Array(row.3.utf8)).object ?? JSONObject())
                var app = App(
                    id: id, displayName: row.1, defaultLanguage: row.2.flatMap { LanguageTag($0) }, rules: rules)
                if let json = try? JSONValue(parsing: Array(row.4.utf8)).object, let texts = try? AppTexts(json: json) {
                    app.texts = texts
                }
                readable.append(app)
            } catch let member as InvalidMember {
                unreadable[id] = "rule \(member.member) is not one that this version knows, or has no value of it"
            } catch {
                unreadable[id] = "its rules are not such"
            }
        }
        return (readable, unreadable)
    }
}
