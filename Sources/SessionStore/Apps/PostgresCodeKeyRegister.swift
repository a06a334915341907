import PostgreSQL
import VerificationCore

/// The keys of code rings that are in use, as processes note it, and as rows need it.
package struct PostgresCodeKeyRegister: CodeKeyRegister {
    private let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    package func noteUse(of keyName: String) async throws(StoreProblem) {
        _ = try await pool.ask {
            try await pool.query(
                """
                insert into ring_key (name, used_at) values (\(keyName), clock_timestamp())
                on conflict (name) do update set used_at = excluded.used_at
                """)
        }
    }

    package func namesInUse() async throws(StoreProblem) -> Set<String> {
        try await pool.ask {
            Set(
                try await pool.read(
                    "select name from ring_key where used_at > clock_timestamp() - interval '5 minutes'"
                ).column(as: String.self))
        }
    }

    /// The names of the keys without which the code of a living verification or of a test number cannot be made.
    ///
    /// Reads the rows of all phones; for `doctor`.
    package func namesNeeded() async throws(StoreProblem) -> Set<String> {
        try await pool.ask {
            Set(
                try await pool.read(
                    """
                    select live_code_key from phone_state
                    where live_expires_at > clock_timestamp() and live_code_key <> ''
                    union select code_key from test_number
                    """, deadline: .now + .seconds(60)
                ).column(as: String.self))
        }
    }
}
