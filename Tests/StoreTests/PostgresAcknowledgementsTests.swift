import Store
import Testing
import VerificationTesting

@Suite("Acknowledgements in PostgreSQL")
struct PostgresAcknowledgementsTests {
    @Test("keep every promise to operators")
    func promises() async throws {
        try await TestDatabase.with { database in
            let store = PostgresAcknowledgements(pool: database.pool)
            try await exerciseAcknowledgements(store, now: try await database.now())
        }
    }
}
