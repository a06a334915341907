import Testing
import VerificationCore
import VerificationTesting

@Suite("Blocks in memory")
struct InMemoryBlocksTests {
    @Test("keep every promise to operators")
    func promises() async throws {
        let clock = ManualClock()
        try await exerciseBlocks(InMemoryBlocks(most: 4) { clock.now }, now: clock.now)
    }
}
