import Testing
import VerificationCore

/// Proves what every store promises to the worker's gate.
///
/// - Parameters:
///   - store: a store that is well at the beginning.
///   - away: makes the store unavailable for the rest of the test.
/// - Throws: what the store throws.
package func exerciseHealth(_ store: any VerificationStore, away: () -> Void) async throws {
    for _ in 0..<2 { try await store.examine() }
    try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await store.examine() } }
        try await group.waitForAll()
    }
    away()
    await #expect(throws: StoreError.unavailable) { try await store.examine() }
}
