import PostgreSQL
import VerificationCore

/// Which keys of code rings processes use, as they note it, and which keys rows still need; in PostgreSQL.
package struct PostgresCodeKeyRegister: CodeKeyRegister {
    private let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    package func noteUse(of keyName: String) async throws(StoreError) {
        _ = try await pool.ask {
            try await pool.query(
                """
                insert into ring_key (name, used_at) values (\(keyName), clock_timestamp())
                on conflict (name) do update set used_at = excluded.used_at
                """)
        }
    }

    package func namesInUse() async throws(StoreError) -> Set<String> {
        try await pool.ask {
            Set(
                try await pool.read(
                    "select name from ring_key where used_at > clock_timestamp() - interval '5 minutes'"
                ).column(as: String.self))
        }
    }

    /// The names of the keys that make the codes of live verifications, or that encrypt what rows hold.
    ///
    /// Rows hold codes of test numbers, secrets of endpoints, signing keys, and secrets of proofs, other providers and
    /// authenticator apps, also of operators.
    ///
    /// It reads the rows of all phones and of all accounts with factors, so only `doctor` calls it. A user of the database
    /// that may see no account, for example a worker's, learns nothing of the keys that accounts need.
    package func namesNeeded() async throws(StoreError) -> Set<String> {
        try await pool.ask {
            let needed = try await pool.read(
                """
                select live_code_key from phone_state
                where live_expires_at > clock_timestamp() and live_code_key <> ''
                union select code_key from test_number
                union select code_key from event_endpoint
                union select code_key from signing_key
                union select secret_key from operator_factor
                union select proofs #>> '{captcha,secret,key}' from project
                where proofs #>> '{captcha,secret,key}' is not null
                union select proofs #>> '{playIntegrity,keyName}' from project
                where proofs #>> '{playIntegrity,keyName}' is not null
                union select p.provider ->> 'keyName'
                from project, json_array_elements(identities -> 'providers') as p (provider)
                where p.provider ->> 'keyName' is not null
                union select old_code_key from event_endpoint where old_until > clock_timestamp()
                """, deadline: .now + .seconds(60))
            let maySee: SQL = "select has_column_privilege('account', 'second_factors', 'select')"
            guard try await pool.read(maySee).value(as: Bool.self) else {
                return Set(try needed.column(as: String.self))
            }
            let ofFactors = try await pool.read(
                """
                select distinct f.factor #>> '{totp,key}'
                from account, json_array_elements(second_factors) as f (factor)
                where second_factors is not null and f.factor #>> '{totp,key}' is not null
                """, deadline: .now + .seconds(60))
            return Set(try needed.column(as: String.self)).union(try ofFactors.column(as: String.self))
        }
    }
}
