import AccountCore
import PostgreSQL
import VerificationCore

// In which modes the Firebase surface has served with a database.
extension PostgresProjects {
    package func note(_ mode: IdentityMode) async throws(StoreProblem) {
        _ = try await pool.ask {
            try await pool.query(
                "insert into surface_use (mode) values (\(mode.rawValue)) on conflict (mode) do nothing")
        }
    }

    package func modes() async throws(StoreProblem) -> Set<IdentityMode> {
        try await pool.ask {
            let names = try await pool.read("select mode from surface_use").column(as: String.self)
            return Set(names.compactMap(IdentityMode.init))
        }
    }
}
