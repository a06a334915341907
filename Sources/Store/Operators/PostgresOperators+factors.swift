import PostgreSQL
import VerificationCore

extension PostgresOperators: OperatorFactorStore {
    package func factors() async throws(StoreError) -> [OperatorFactor] {
        try await pool.ask {
            let rows = try await pool.read(
                "select name, secret_key, secret, used_step, enrolled_at from operator_factor", deadline: end)
            return try rows.compactMap { row in
                guard let name = OperatorName(try row.decode("name", as: String.self)) else { return nil }
                return OperatorFactor(
                    name: name,
                    secret: SealedCode(keyName: try row.decode("secret_key"), bytes: try row.decode("secret")),
                    usedStep: try row.decode("used_step"), enrolledAt: try row.decode("enrolled_at"))
            }
        }
    }

    package func enroll(_ factor: OperatorFactor) async throws(StoreError) -> Bool {
        try await pool.ask {
            let answers = try await pool.pipeline(
                [
                    // A sign-in by the password alone that has begun knows another moment, and begins no session.
                    "update operator set changed_at = clock_timestamp() where name = \(factor.name.text)",
                    """
                    insert into operator_factor (name, secret_key, secret, used_step, enrolled_at)
                    select name, \(factor.secret.keyName)::text, \(factor.secret.bytes), \(factor.usedStep),
                      \(factor.enrolledAt)
                    from operator where name = \(factor.name.text)
                    on conflict do nothing
                    """,
                ], deadline: end)
            return answers[1].affectedRows == 1
        }
    }

    package func use(step: Int64, of name: OperatorName) async throws(StoreError) -> Bool {
        try await isChanged(
            by: "update operator_factor set used_step = \(step) where name = \(name.text) and used_step < \(step)")
    }

    package func reseal(_ factor: OperatorFactor, as resealed: SealedCode) async throws(StoreError) -> Bool {
        try await isChanged(
            by: """
                update operator_factor set secret_key = \(resealed.keyName), secret = \(resealed.bytes)
                where name = \(factor.name.text) and secret = \(factor.secret.bytes)
                """)
    }

    package func removeFactor(of name: OperatorName) async throws(StoreError) -> Bool {
        try await isChanged(by: "delete from operator_factor where name = \(name.text)")
    }

    private func isChanged(by statement: SQL) async throws(StoreError) -> Bool {
        try await pool.ask { try await pool.query(statement, deadline: end).affectedRows == 1 }
    }
}
