import AccountTesting
import Accounts
import Testing
import VerificationCore

@Suite("The mark of an installation that people use")
struct SurfaceUseTests {
    private let world = InMemoryAccountWorld()
    private let problems = AsyncStream.makeStream(of: StoreError.self)
    private let use: SurfaceUse

    init() {
        use = SurfaceUse(world, pause: .zero) { [told = problems.continuation] in told.yield($0) }
    }

    @Test("is left by production once and for all, and an emulator that waits for it hears of it")
    func mark() async throws {
        #expect(try await !use.isOfProduction())
        let watch = Task { [use] in try await use.untilProduction() }
        await use.markProduction()
        try await watch.value
        #expect(try await use.isOfProduction())
    }

    @Test("is left and found later, where the store is away at first, and the store's silence is told once")
    func away() async throws {
        world.away = [.projects]
        let (mark, question) = (
            Task { [use] in await use.markProduction() }, Task { [use] in try await use.isOfProduction() }
        )
        var told = problems.stream.makeAsyncIterator()
        for _ in 1...2 { #expect(await told.next() == .unavailable) }
        world.away = []
        await mark.value
        _ = try await question.value
        #expect(try await use.isOfProduction())
        problems.continuation.finish()
        #expect(await told.next() == nil)
    }

    @Test("keeps no process from stopping while the store is away")
    func cancelled() async throws {
        world.away = [.projects]
        let mark = Task { [use] in await use.markProduction() }
        let question = Task { [use] in try await use.isOfProduction() }
        var told = problems.stream.makeAsyncIterator()
        for _ in 1...2 { _ = await told.next() }
        mark.cancel()
        question.cancel()
        await mark.value
        await #expect(throws: CancellationError.self) { try await question.value }
    }
}
