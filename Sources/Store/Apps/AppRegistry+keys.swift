import PostgreSQL
import VerificationCore

extension AppRegistry {
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope = .send, bounds: ClientBounds = .none, label: String
    ) async throws(StoreProblem) -> Bool {
        let results = try await change(
            app,
            [
                """
                insert into api_key (hash, app, scope, bounds, label)
                select \(key.bytes), id, \(scope.rawValue), \(bounds.description), \(label) from app where id = \(app.name)
                """
            ])
        return results[0].affectedRows == 1
    }

    package func keys(of app: AppID) async throws(StoreProblem) -> [StoredKey] {
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

    package func revoke(_ shortName: String, of app: AppID) async throws(StoreProblem) -> Int {
        let results = try await change(
            app,
            [
                """
                update api_key set revoked_at = now()
                where app = \(app.name) and encode(substring(hash for 4), 'hex') = \(shortName) and revoked_at is null
                """
            ])
        return results[0].affectedRows
    }
}
