import PostgreSQL

extension Migration {
    /// What a custom token adds to the ID tokens of one session.
    static let sessionClaims = Migration(
        version: 14, name: "sessionClaims",
        statements: [
            """
            -- As it was written; null for every other way to sign in.
            alter table refresh_session add column claims text
            """
        ])
}
