import Gateways
import Testing
import VerificationCore
import VerificationTesting

@Suite("Breakers that all workers share", .timeLimit(.minutes(10)))
struct SharedBreakerTests {
    private let clock = SteppingClock()

    @Test("are open for all after one exchange, and closed for all after the trials of one worker")
    func agree() async throws {
        let registry = MemoryRegistry(clock)
        let (one, two) = (try #require(try bench()), try #require(try bench()))
        func exchange() {
            one.routes.exchange(with: registry, as: 1)
            two.routes.exchange(with: registry, as: 2)
        }
        exchange()
        try await one.breakFirst()
        #expect(try await two.name() == "A", "it has not heard yet")
        exchange()
        #expect(try await two.name() == "B")
        #expect(one.routes.update().notices.isEmpty, "the registry knows")
        clock.advance(by: .seconds(2))
        for _ in 0..<3 { #expect(try await two.call(.accepted(id: nil)) == "A") }
        #expect(two.routes.update().notices.map(\.state) == [.closed])
        two.routes.exchange(with: registry, as: 2)
        one.routes.exchange(with: registry, as: 1)
        let both = [try await one.permit(), try await one.permit()]
        #expect(both.map { $0?.gateway.name } == ["A", "A"], "closed, and not half open")
        for permit in both { permit?.release() }
    }

    @Test("tell their update again until the registry has it")
    func repeated() async throws {
        let registry = MemoryRegistry(clock)
        let bench = try #require(try bench())
        try await bench.breakFirst()
        #expect(bench.routes.update().notices.count == 1)
        clock.advance(by: .milliseconds(500))
        let again = bench.routes.update()
        #expect(again.notices.map(\.remaining) == [.milliseconds(1_500)])
        _ = registry.exchange(again, of: 1)
        #expect(bench.routes.update().notices.count == 1, "the answer was lost")
        bench.routes.exchange(with: registry, as: 1)
        #expect(bench.routes.update().notices.isEmpty)
    }

    @Test("lose nobody and no place, while they open and close under a thousand callers")
    func flapping() async throws {
        let registry = MemoryRegistry(clock)
        let bench = try #require(try bench(places: 7))
        let flapping = Task {
            var round = 0
            while !Task.isCancelled {
                round += 1
                clock.advance(by: .milliseconds(100))
                registry.put(GatewaySwitch(isOff: round.isMultiple(of: 3)), of: round.isMultiple(of: 2) ? "A" : "B")
                bench.routes.exchange(with: registry)
                await Task.yield()
            }
        }
        await withDiscardingTaskGroup { group in
            for number in 0..<1_000 { group.addTask { await serve(number, through: bench) } }
        }
        flapping.cancel()
        await flapping.value
        #expect(bench.routes.gateways.allSatisfy { $0.inFlight == 0 && $0.waiting == 0 })
        // Whatever happened, the gateways serve again.
        for name in ["A", "B"] { registry.put(.untouched, of: name) }
        clock.advance(by: .seconds(300))
        bench.routes.exchange(with: registry)
        for _ in 0..<3 { try await bench.call(.accepted(id: nil)) }
        for gateway in bench.routes.gateways { #expect(gateway.standing == .ready) }
    }

    private func bench(places: Int = 1_000) throws -> RouteBench? {
        try RouteBench("A", "B", places: places, clock: clock)
    }

    /// One call by a number's script: some fail, some are too many, some are cancelled, some make no call.
    private func serve(_ number: Int, through bench: RouteBench) async {
        let task = Task { try await bench.permit() }
        if number.isMultiple(of: 11) { task.cancel() }
        guard let permit = try? await task.value else { return }
        await Task.yield()
        switch number % 10 {
        case 0...5: permit.report(.unknown(reason: "lost"), took: .zero)
        case 6: permit.report(.throttled(after: nil), took: .zero)
        case 7: break
        default: permit.report(.accepted(id: nil), took: .zero)
        }
        permit.release()
    }
}
