import Testing
import VerificationCore
import VerificationTesting

@testable import Gateways

@Suite("A pace that all workers share", .timeLimit(.minutes(10)))
struct SharedPaceTests {
    @Test("is kept by all workers together in every second, while workers come, stop, crash and hear late")
    func neverMore() {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        for perSecond in [5, 7, 10, 12.5, 40] as [Double] {
            for _ in 0..<6 {
                var crowd = PaceCrowd(perSecond: perSecond, seed: random.next())
                crowd.live(for: .seconds(60), most: 5)
                let starts = crowd.starts
                var first = 0
                for (index, start) in starts.enumerated() {
                    while starts[first] <= start - .seconds(1) { first += 1 }
                    #expect(
                        Double(index - first + 1) <= perSecond.rounded(.down) + 1, "at \(start), seed \(random.seed)")
                }
                #expect(!starts.isEmpty)
            }
        }
    }

    @Test("is used up when nobody comes or goes", arguments: [(10, 3), (2, 3), (1, 1), (40, 4)] as [(Double, Int)])
    func usedUp(perSecond: Double, workers: Int) {
        var crowd = PaceCrowd(perSecond: perSecond, seed: 1)
        for _ in 0..<workers { crowd.join() }
        crowd.live(for: .seconds(40), most: 0)
        let late = crowd.starts.filter { $0 > .seconds(10) }
        #expect(abs(Double(late.count) - perSecond * 30) <= Double(workers) + perSecond * 0.3)
    }

    @Test("lets a worker begin nothing before it knows of the others, and at once when it is alone")
    func beginning() async throws {
        let alone = try #require(try RouteBench([RecordingGateway()], perSecond: 10))
        #expect(alone.permitNow() == nil)
        let waiting = Task { try await alone.name() }
        await alone.routes.gateways[0].waiters(1)
        alone.routes.exchange(with: MemoryRegistry(alone.clock))
        #expect(try await waiting.value == "recording")
    }

    @Test("makes a worker that is not alone wait for three seconds")
    func settling() async throws {
        let clock = SteppingClock()
        let registry = MemoryRegistry(clock)
        let one = try #require(try RouteBench([RecordingGateway()], perSecond: 10, clock: clock))
        let two = try #require(try RouteBench([RecordingGateway()], perSecond: 10, clock: clock))
        one.routes.exchange(with: registry, as: 1)
        two.routes.exchange(with: registry, as: 2)
        for _ in 0..<29 {
            clock.advance(by: .milliseconds(100))
            two.routes.exchange(with: registry, as: 2)
            #expect(two.permitNow() == nil)
        }
        let waiting = Task { try await two.name() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(100))
        #expect(try await waiting.value == "recording")
        clock.advance(by: .seconds(3))
        #expect(two.permitNow() == nil, "it has heard nothing for too long")
        two.routes.exchange(with: registry, as: 2)
        #expect(two.permitNow() != nil)
    }

    @Test("is nothing to a gateway without a pace")
    func unpaced() async throws {
        let gateway = try PacedGateway(gateway: RecordingGateway(), clock: SteppingClock())
        let routes = RoutedGateways([gateway], by: RoutingTable(everythingTo: .init(only: gateway)), sharesPace: true)
        let app = try #require(AppID("shop"))
        #expect(routes.permitNow(for: RouteBench.phone, of: app, besides: []) != nil)
    }
}
