import PostgreSQL
import StrictJSON
import VerificationCore

/// Apps with their keys, texts and test numbers, for those who look after them.
///
/// Every change tells the caches of all processes.
package struct AppRegistry: AppStore {
    /// The channel on which caches are told that something changed.
    static let channel = "verifyd_apps"

    let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

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

    package func apps() async throws(StoreProblem) -> StoredApps {
        try await asking {
            let results = try await pool.read([.apps, .allTestNumbers])
            let (apps, numbers) = (try results[0].apps(), try results[1].testNumbers())
            return StoredApps(
                readable: apps.readable.with(numbers.readable),
                unreadable: numbers.unreadable.merging(apps.unreadable) { $1 })
        }
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
