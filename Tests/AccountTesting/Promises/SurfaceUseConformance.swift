import AccountCore
import Testing

/// Expects of an empty store that it keeps each mode that was ever noted, however often.
package func exerciseSurfaceUse(
    _ store: any ProjectStore, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    #expect(try await store.modes() == [], sourceLocation: sourceLocation)
    for _ in 1...2 {
        try await store.note(.production)
        #expect(try await store.modes() == [.production], sourceLocation: sourceLocation)
    }
    try await store.note(.emulator)
    #expect(try await store.modes() == [.production, .emulator], sourceLocation: sourceLocation)
}
