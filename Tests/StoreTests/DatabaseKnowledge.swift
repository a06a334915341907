import PostgreSQL
import Synchronization
import VerificationCore

@testable import Store

/// What a worker knows that asks the database before each claim.
final class DatabaseKnowledge: ChangeKnowledge {
    private let pool: PostgresPool
    private let numbers = Mutex(ChangeNumbers())

    init(_ database: TestDatabase) { pool = database.pool }

    func number(of subject: ChangeSubject) -> Int64? { numbers.withLock { $0[subject] } }

    func basis(for app: AppID) -> ClaimBasis { numbers.withLock { $0.basis(for: app) } }

    func catchUp() async {
        // A claim by old numbers fails the test.
        guard let read = try? await pool.read(.changeNumbers).changeNumbers() else { return }
        numbers.withLock { $0 = read }
    }
}
