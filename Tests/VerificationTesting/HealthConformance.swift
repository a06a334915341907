import Testing
import VerificationCore

/// What every store promises to the gate before it.
///
/// - Parameters:
///   - health: a store that is well, for the moment.
///   - away: takes the store away for good.
/// - Throws: what the store throws.
package func exerciseHealth(_ health: any StoreHealth, away: () -> Void) async throws {
    for _ in 0..<2 { try await health.examine() }
    try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await health.examine() } }
        try await group.waitForAll()
    }
    away()
    await #expect(throws: StoreProblem.unavailable) { try await health.examine() }
}
