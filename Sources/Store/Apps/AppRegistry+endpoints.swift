import PostgreSQL
import VerificationCore

extension AppRegistry {
    package func save(_ endpoint: EventEndpoint, of app: AppID) async throws(StoreError) -> Bool {
        let results = try await change(
            app,
            by: [
                """
                insert into event_endpoint (app, url, code_key, sealed_secret, old_code_key, old_sealed_secret, old_until)
                select id, \(endpoint.url), \(endpoint.secret.keyName), \(endpoint.secret.bytes),
                  \(endpoint.old?.secret.keyName), \(endpoint.old?.secret.bytes), \(endpoint.old?.until)
                from app where id = \(app.name)
                on conflict (app) do update set url = excluded.url, code_key = excluded.code_key,
                  sealed_secret = excluded.sealed_secret, old_code_key = excluded.old_code_key,
                  old_sealed_secret = excluded.old_sealed_secret, old_until = excluded.old_until, changed_at = now()
                """
            ])
        return results[0].affectedRows == 1
    }

    package func removeEndpoint(of app: AppID) async throws(StoreError) -> Bool {
        try await change(app, by: ["delete from event_endpoint where app = \(app.name)"])[0].affectedRows == 1
    }

    /// An endpoint that another caller changes meanwhile stays as it is changed.
    package func resealEndpoints(by keys: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int) {
        let old = try await pool.ask { try await pool.read(.allEndpoints).endpoints() }
            .filter { ([$1.secret] + [$1.old?.secret].compactMap(\.self)).contains { $0.keyName != keys.currentName } }
        let updates = old.compactMap { app, endpoint -> SQL? in
            endpoint.resealed(by: keys, of: app).map { new in
                """
                update event_endpoint set code_key = \(new.secret.keyName), sealed_secret = \(new.secret.bytes),
                  old_code_key = \(new.old?.secret.keyName), old_sealed_secret = \(new.old?.secret.bytes)
                where app = \(app.name) and sealed_secret = \(endpoint.secret.bytes)
                """
            }
        }
        _ = try await SettingsChanges(pool: pool).make(of: old.map { .app($0.key) }, updates)
        return (updates.count, old.count - updates.count)
    }
}

extension SQL {
    static let allEndpoints: SQL = """
        select app, url, code_key, sealed_secret, old_code_key, old_sealed_secret, old_until from event_endpoint
        """
}

extension PostgresRows {
    /// Reads rows of `SQL.allEndpoints`.
    func endpoints() throws(PostgresError) -> [AppID: EventEndpoint] {
        var endpoints: [AppID: EventEndpoint] = [:]
        for row in self {
            guard let app = AppID(try row.decode("app", as: String.self)) else { continue }
            let secret = SealedCode(keyName: try row.decode("code_key"), bytes: try row.decode("sealed_secret"))
            endpoints[app] = EventEndpoint(url: try row.decode("url"), secret: secret, old: try row.oldSecret())
        }
        return endpoints
    }
}

extension PostgresRow {
    fileprivate func oldSecret() throws(PostgresError) -> EventEndpoint.OldSecret? {
        guard let keyName = try decode("old_code_key", as: String?.self),
            let bytes = try decode("old_sealed_secret", as: [UInt8]?.self),
            let until = try decode("old_until", as: Timestamp?.self)
        else { return nil }
        return EventEndpoint.OldSecret(secret: SealedCode(keyName: keyName, bytes: bytes), until: until)
    }
}

extension [App] {
    /// The apps with their endpoints for events.
    func with(_ endpoints: [AppID: EventEndpoint]) -> [App] {
        map { app in
            var app = app
            app.endpoint = endpoints[app.id]
            return app
        }
    }
}
