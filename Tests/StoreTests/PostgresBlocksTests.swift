import Logging
import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("Blocks in PostgreSQL")
struct PostgresBlocksTests {
    @Test("keep every promise to operators")
    func promises() async throws {
        try await TestDatabase.with { database in
            try await exerciseBlocks(PostgresBlocks(pool: database.pool, most: 4), now: try await database.now())
        }
    }

    @Test("operators who add rules at once make no more than there may be, and each target has a single rule")
    func atOnce() async throws {
        try await TestDatabase.with { database in
            let store = PostgresBlocks(pool: database.pool, most: 5)
            let added = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        let target = try #require(BlockTarget(.prefix, text: "+49\(number % 8)"))
                        let draft = BlockDraft(target: target, action: .block, who: "anna", reason: "race")
                        return try await store.add(draft) != .tooMany
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(added == 15)
            #expect(Set(try await store.rules(before: nil, limit: 100).map(\.target)).count == 5)
        }
    }
}
