import Messages
import PostgreSQL
import StrictJSON
import VerificationCore

/// Keeps apps with their keys, texts and test numbers, for operators and for backends with an admin key.
///
/// A change is in force when its call returns; see `SettingsChanges`.
package struct AppRegistry: AppStore {
    let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    package func save(_ app: App) async throws(StoreError) {
        var writer = JSONWriter()
        writer.value(app.rules.json)
        let rules = String(decoding: writer.bytes, as: UTF8.self)
        try await change(
            app.id,
            by: [
                """
                insert into app (id, display_name, default_language, rules)
                values (\(app.id.name), \(app.displayName), \(app.defaultLanguage?.description), \(PostgresJSON(text: rules)))
                on conflict (id) do update set display_name = excluded.display_name,
                  default_language = excluded.default_language, rules = excluded.rules
                """
            ])
    }

    package func apps() async throws(StoreError) -> StoredApps {
        try await pool.ask {
            let results = try await pool.read([.apps, .allTestNumbers, .allEndpoints])
            let (apps, numbers) = (try results[0].apps(), try results[1].testNumbers())
            return StoredApps(
                readable: apps.readable.with(numbers.readable).with(try results[2].endpoints()),
                unreadable: numbers.unreadable.merging(apps.unreadable) { $1 })
        }
    }

    /// Changes an app by statements in one transaction.
    @discardableResult
    func change(_ app: AppID, by statements: [SQL]) async throws(StoreError) -> [PostgresRows] {
        try await SettingsChanges(pool: pool).make(of: [.app(app)], statements)
    }
}

extension SQL {
    static let apps: SQL = "select id, display_name, default_language, rules::text, texts::text from app order by id"
}

extension PostgresRows {
    /// Reads rows of `SQL.apps`: the readable apps, and what is wrong with an app whose rules it cannot read.
    ///
    /// No worker serves such an app, because it would serve it by other rules. When only an app's own texts are
    /// unreadable, workers send the catalog's texts in their place.
    func apps() throws -> (readable: [App], unreadable: [AppID: String]) {
        var readable: [App] = []
        var unreadable: [AppID: String] = [:]
        for row in self {
            guard let id = AppID(try row.decode("id", as: String.self)) else { continue }
            let name = try row.decode("display_name", as: String.self)
            let language = try row.decode("default_language", as: String?.self).flatMap { LanguageTag($0) }
            do {
                let rules = try SendingRules(json: row.json("rules"))
                var app = App(id: id, displayName: name, defaultLanguage: language, rules: rules)
                // Without readable texts of its own the app uses the catalog's: another text is better than no code.
                if let json = try? row.json("texts"), let texts = try? AppTexts(json: json) {
                    app.texts = texts
                }
                readable.append(app)
            } catch let member as InvalidMemberError {
                unreadable[id] = "rule \(member.member) is not one that this version knows, or has no value of it"
            } catch {
                // The parser's error could repeat the rules.
                unreadable[id] = "its rules are no JSON object"
            }
        }
        return (readable, unreadable)
    }
}

extension PostgresRow {
    fileprivate func json(_ column: StaticString) throws -> JSONObject {
        guard let object = try JSONValue(parsing: Array(decode(column, as: String.self).utf8)).object else {
            throw NoObject()
        }
        return object
    }
}

private struct NoObject: Error {}

extension AppRegistry {
    package func set(_ text: AppText, for language: LanguageTag, of app: AppID) async throws(StoreError) -> Bool {
        let texts = PostgresJSON(
            text: String(decoding: JSONValue.object(AppTexts([language: text]).json).serialized, as: UTF8.self))
        let results = try await change(app, by: ["update app set texts = texts || \(texts) where id = \(app.name)"])
        return results[0].affectedRows == 1
    }

    package func removeText(for language: LanguageTag, of app: AppID) async throws(StoreError) -> Bool {
        let results = try await change(
            app,
            by: [
                """
                update app set texts = texts - \(language.description)
                where id = \(app.name) and jsonb_exists(texts, \(language.description))
                """
            ])
        return results[0].affectedRows == 1
    }
}

extension AppRegistry {
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope = .send, bounds: ClientBounds = .none, label: String
    ) async throws(StoreError) -> Bool {
        let results = try await change(
            app,
            by: [
                """
                insert into api_key (hash, app, scope, bounds, label)
                select \(key.bytes), id, \(scope.rawValue), \(bounds.description), \(label) from app where id = \(app.name)
                """
            ])
        return results[0].affectedRows == 1
    }

    package func keys(of app: AppID) async throws(StoreError) -> [StoredKey] {
        try await pool.ask {
            let rows = try await pool.read(
                """
                select hash, label, scope, bounds, created_at, revoked_at from api_key where app = \(app.name)
                order by created_at
                """)
            return try rows.map { row in
                StoredKey(
                    shortName: APIKeyHash(bytes: try row.decode("hash")).shortName, label: try row.decode("label"),
                    scope: try row.decode("scope"), bounds: try row.decode("bounds"),
                    createdAt: try row.decode("created_at"), revokedAt: try row.decode("revoked_at"))
            }
        }
    }

    package func revoke(_ shortName: String, of app: AppID) async throws(StoreError) -> Int {
        let results = try await change(
            app,
            by: [
                """
                update api_key set revoked_at = now()
                where app = \(app.name) and encode(substring(hash for 4), 'hex') = \(shortName) and revoked_at is null
                """
            ])
        return results[0].affectedRows
    }
}
